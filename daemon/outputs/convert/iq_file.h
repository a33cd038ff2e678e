// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "daemon/config/units.h"
#include "daemon/outputs/output_file.h"
#include "gpufft/spectrum.h"

namespace spectrumd {

// What a WAV file says about its samples.
struct IqFacts {
  gpufft::SampleFormat format{};
  Hertz rate, center;
  std::optional<Time> start;
};

// All that stands before the samples of a WAV file. As long for any number of bytes.
std::vector<std::byte> wav_head(const IqFacts& facts, std::uint64_t data_bytes);

// Samples of one tuning in one file: as they are, or as WAV with the chunk "auxi", in which SDR programs keep center
// and time; beyond 4 GiB as RF64. All members throw OutputError and block on the disk. One thread.
class IqFile {
 public:
  enum class Kind { Raw, Wav };

  // `path` must not exist yet. WAV has cu8, cs16 and cf32 only.
  IqFile(const std::filesystem::path& path, Kind kind, const IqFacts& facts);

  void append(std::span<const std::byte> samples);
  void finish();  // makes the sizes right and waits for the disk

 private:
  const IqFacts facts_;
  const bool is_wav_;
  OutputFile file_;
};

}  // namespace spectrumd
