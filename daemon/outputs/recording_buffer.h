// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "daemon/sources/iq_source.h"

namespace spectrumd {

// A recording cannot be made or changed as requested; `code` is for programs.
struct RecordingRefused : std::runtime_error {
  RecordingRefused(std::string short_code, const std::string& reason)
      : std::runtime_error(reason), code(std::move(short_code)) {}
  std::string code;
};

// Buffer size in bytes for `seconds` of samples, or a few blocks for a source that can wait. Throws RecordingRefused if
// that is more than `most`.
std::size_t recording_buffer_bytes(const SourceFacts& source, std::uint64_t seconds, std::uint64_t most);

// A quarter of the memory available to this process, by the machine and by its control group.
std::uint64_t most_recording_buffer_bytes();

}  // namespace spectrumd
