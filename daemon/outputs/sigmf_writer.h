// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "daemon/config/keys.h"
#include "daemon/outputs/output_file.h"
#include "gpufft/spectrum.h"

namespace spectrumd {

// What a recording says of itself as a whole.
struct SigmfGlobal {
  gpufft::SampleFormat format = gpufft::SampleFormat::Cu8;
  Hertz rate;
  std::string hardware;
  std::string description;
};

// Where a stretch of samples without a hole begins, under one tuning.
struct SigmfCapture {
  std::uint64_t global_index = 0;  // its place among all samples of the source, also those that are missing
  Hertz center;
  Time time;
};

// A pair of SigMF files that can be read at every moment: samples are appended as they are, and what is said about them
// is on the disk before they are. Everything throws OutputError.
class SigmfWriter {
 public:
  // `stem` without extension; neither file may exist yet.
  SigmfWriter(std::filesystem::path stem, const SigmfGlobal& global);

  // Of the samples that come next. `label` and `comment`, if not empty, are put there as an annotation.
  void begin_capture(const SigmfCapture& capture, const std::string& label, const std::string& comment);
  void append(std::span<const std::byte> samples);
  void sync() { data_.sync(); }

  // A last word about the end, and no part of a sample behind it: for after append() has thrown. Does what it can.
  void finish(const std::string& label, const std::string& comment) noexcept;

  const std::filesystem::path& data_path() const { return data_.path(); }
  std::uint64_t samples() const { return data_.size() / sample_bytes_; }

 private:
  void annotate(const std::string& label, const std::string& comment);
  void write_metadata() const;

  const std::size_t sample_bytes_;
  const std::filesystem::path metadata_path_;
  OutputFile data_;
  DiskReserve reserve_;
  Json metadata_;
};

}  // namespace spectrumd
