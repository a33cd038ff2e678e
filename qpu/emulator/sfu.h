// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace qpu {

enum class SfuFunction : std::uint8_t { Recip, RecipSqrt, Exp, Log };  // in the order of their write addresses

// One lane of the special function unit (reference 3.6, U30): at most 15 bits of fraction, relative error below 6e-5.
std::uint32_t sfu(SfuFunction function, std::uint32_t operand);

}  // namespace qpu
