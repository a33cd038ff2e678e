// SPDX-License-Identifier: MIT
#include "daemon/outputs/recording_buffer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daemon/pipeline/process_memory.h"

namespace spectrumd {
namespace {

constexpr double kBytesPerMiB = 1 << 20;

}  // namespace

std::size_t recording_buffer_bytes(const SourceFacts& source, double seconds, std::uint64_t most, std::size_t least) {
  if (!source.live) return least;
  const double rate = source.tuned.rate.value;
  const double second = rate * static_cast<double>(gpufft::bytes_per_sample(source.format));
  const double bytes = second * seconds;
  if (bytes > static_cast<double>(most))
    throw RecordingRefused(
        "buffer_too_large",
        fmt::format(
            "recordings.buffer: {} s at {}S/s are {:.0f} MiB, but only {:.0f} MiB of memory may be used; at most "
            "{:.0f} s are possible",
            seconds, format_number(rate), std::ceil(bytes / kBytesPerMiB),
            std::floor(static_cast<double>(most) / kBytesPerMiB), std::floor(static_cast<double>(most) / second)));
  return std::max(least, static_cast<std::size_t>(bytes));
}

std::uint64_t most_recording_buffer_bytes() { return ProcessMemory().limit().bytes / 4; }

}  // namespace spectrumd
