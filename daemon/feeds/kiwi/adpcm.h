// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace spectrumd {

// IMA ADPCM as KiwiSDRs compress their rows: from the initial state, first the first level ten times, in which the
// predictor reaches it, then the levels; two codes to a byte, the low one first. The predictor stays within a byte,
// where encoders and decoders differ in what they do beyond.
std::string kiwi_adpcm(std::span<const std::uint8_t> levels);

}  // namespace spectrumd
