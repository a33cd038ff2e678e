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

inline constexpr std::size_t kLeastRecordingBuffer = std::size_t{4} << 20;  // four of the largest blocks of a band

// Buffer size in bytes for `seconds` of samples, or the least for a source that can wait. Throws RecordingRefused if
// that is more than `most`.
std::size_t recording_buffer_bytes(const SourceFacts& source, double seconds, std::uint64_t most,
                                   std::size_t least = kLeastRecordingBuffer);

// A quarter of the memory available to this process, by the machine and by its control group.
std::uint64_t most_recording_buffer_bytes();

}  // namespace spectrumd
