// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "daemon/sources/iq_source.h"

namespace spectrumd {

// A recording that cannot be made or changed as requested; `code` is for a program.
struct RecordingRefused : std::runtime_error {
  RecordingRefused(std::string short_code, const std::string& reason)
      : std::runtime_error(reason), code(std::move(short_code)) {}
  std::string code;
};

// Bytes for `seconds` of a source's samples, or a few blocks of one that can wait. Throws RecordingRefused where that
// is more than `most`.
std::size_t recording_buffer_bytes(const SourceFacts& source, std::uint64_t seconds, std::uint64_t most);

// A quarter of the memory that this process may have, by the machine and by its control group.
std::uint64_t most_recording_buffer_bytes();

}  // namespace spectrumd
