// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>

#include "daemon/config/json.h"
#include "daemon/config/units.h"
#include "daemon/outputs/recording_writer.h"
#include "gpufft/spectrum.h"

namespace spectrumd {

inline constexpr const char* kSigmfVersion = "1.2.0";

// The global metadata of a recording.
struct SigmfGlobal {
  gpufft::SampleFormat format = gpufft::SampleFormat::Cu8;
  Hertz rate;
  std::string hardware;
  std::string description;
  std::string collection = "";  // that which it is a part of
};

// A pair of SigMF files that is readable at every moment. One thread appends samples; a second one writes the metadata
// when it changes and syncs the samples every second, so that only append() and finish() block on the disk.
class SigmfWriter : public RecordingWriter {
 public:
  // `stem` has no extension; neither file may exist yet. Throws OutputError.
  SigmfWriter(std::filesystem::path stem, const SigmfGlobal& global,
              std::shared_ptr<Disk> disk = std::make_shared<Disk>());
  ~SigmfWriter() override;

  // Describe the samples that follow; the metadata file is updated soon. An empty `label` adds no annotation.
  void begin_capture(const RecordingCapture& capture, const std::string& label, const std::string& comment) override;
  void annotate(const std::string& label, const std::string& comment) override;

  void append(std::span<const std::byte> samples) override;  // throws OutputError, leaving whole samples

  bool wait_until_described(std::chrono::milliseconds limit) override;  // until the metadata file is up to date
  std::optional<OutputError> trouble() const override;  // error of the second thread; a full disk only while it is full

  // Adds the last annotation and blocks until everything is on the disk, as far as the disk accepts it.
  void finish(const std::string& label, const std::string& comment) noexcept override;

  // The same without waiting for a sync, on any thread, while another may be stuck in append() or finish().
  void abandon(const std::string& label, const std::string& comment) noexcept override;

  const std::filesystem::path& data_path() const { return data_.path(); }
  const std::filesystem::path& metadata_path() const { return metadata_path_; }
  std::uint64_t samples() const override { return data_.size() / sample_bytes_; }
  std::uint64_t bytes() const override { return data_.size(); }
  std::uint64_t bytes_for(std::uint64_t samples) const override { return samples * sample_bytes_; }
  std::uint64_t fitting(std::uint64_t bytes) const override { return bytes / sample_bytes_; }

 private:
  void keep_on_disk(const std::stop_token& stop);
  bool commit();
  void write_metadata();
  std::string text_of_metadata() const;
  void add_annotation(const std::string& label, const std::string& comment);

  const std::size_t sample_bytes_;
  const std::filesystem::path metadata_path_;
  const std::shared_ptr<Disk> disk_;
  OutputFile data_;
  DiskReserve reserve_;                              // used by the second thread, then by finish()
  std::chrono::steady_clock::time_point next_sync_;  // likewise

  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable_any changed_, described_;
  std::unique_ptr<Json> metadata_;
  std::uint64_t version_ = 0, version_described_ = 0;
  std::optional<OutputError> trouble_;

  std::jthread keeping_;
};

}  // namespace spectrumd
