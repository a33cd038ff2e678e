// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace spectrumd {

using WavTags = std::vector<std::pair<std::string, std::string>>;  // {"INAM", "a title"}: a list INFO

// The header of a WAV file of 16 bits: 44 bytes, and the tags. Without the number of frames, or with more than its
// fields hold, it says what streams say: as much as there comes.
std::vector<std::byte> wav_header(unsigned rate, unsigned channels, std::optional<std::uint64_t> frames,
                                  const WavTags& tags = {});

// Appends sound as 16 bits, little-endian; what is beyond the full scale is clipped.
void append_s16le(std::span<const float> sound, std::vector<std::byte>& out);

}  // namespace spectrumd
