// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "daemon/config/units.h"
#include "daemon/outputs/output_file.h"

namespace spectrumd {

// The start of contiguous samples under one tuning.
struct RecordingCapture {
  std::uint64_t global_index = 0;  // position among all samples of the source, including lost ones
  Hertz center;
  std::optional<Time> time;  // nullopt: a file does not say it
  std::uint64_t lost = 0;    // samples lost before it, since those written last
};

// What a Recorder makes of its samples: the files. Used by its writing thread, where append() and finish() block on the
// disk; abandon() and the constant functions on any thread.
class RecordingWriter {
 public:
  RecordingWriter() = default;
  RecordingWriter(const RecordingWriter&) = delete;
  RecordingWriter& operator=(const RecordingWriter&) = delete;
  virtual ~RecordingWriter() = default;

  // Describe the samples that follow. An empty `label` adds no annotation.
  virtual void begin_capture(const RecordingCapture& capture, const std::string& label, const std::string& comment) = 0;
  virtual void annotate(const std::string& label, const std::string& comment) = 0;

  // Throws OutputError; samples() says how many were accepted nevertheless.
  virtual void append(std::span<const std::byte> samples) = 0;

  virtual bool wait_until_described(std::chrono::milliseconds limit) = 0;  // until descriptions are in the files
  virtual std::optional<OutputError> trouble() const = 0;  // of other threads; a full disk only while it is full

  // Adds the last annotation and blocks until everything is on the disk, as far as the disk accepts it.
  virtual void finish(const std::string& label, const std::string& comment) noexcept = 0;

  // The same without waiting for a sync, while another thread may be stuck in append() or finish().
  virtual void abandon(const std::string& label, const std::string& comment) noexcept = 0;

  virtual std::uint64_t samples() const = 0;  // accepted
  virtual std::uint64_t bytes() const = 0;    // in the files
  virtual std::uint64_t files() const { return 1; }
  virtual std::string open_file() const { return {}; }  // name of one that has a separate name; empty: none

  // For the quota: bytes that so many more samples take at most, and samples that surely fit into so many bytes.
  virtual std::uint64_t bytes_for(std::uint64_t samples) const = 0;
  virtual std::uint64_t fitting(std::uint64_t bytes) const = 0;
};

}  // namespace spectrumd
