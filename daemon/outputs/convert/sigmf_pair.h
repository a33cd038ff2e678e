// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "daemon/outputs/convert/converted_file.h"
#include "daemon/outputs/sigmf_writer.h"

namespace spectrumd {

// The two files of a recording of SigMF.
class SigmfPair : public ConvertedFile {
 public:
  // `collection`: that which it is a part of; empty: none.
  SigmfPair(const std::filesystem::path& stem, const Recording& from, gpufft::SampleFormat format,
            std::string collection = "");
  ~SigmfPair() override;

  void begin(const Capture& capture) override;
  void append(std::span<const std::byte> samples) override { writer_->append(samples); }
  void finish() override;
  bool keeps_captures() const override { return true; }

  const std::filesystem::path& data() const { return data_; }
  const std::filesystem::path& metadata() const { return metadata_; }
  void remove() const;

 private:
  std::optional<SigmfWriter> writer_;
  const std::filesystem::path data_, metadata_;
  std::uint64_t missing_ = 0;
  bool finished_ = false;
};

}  // namespace spectrumd
