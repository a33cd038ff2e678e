// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

// The register map above the register files (reference 2.8). Where A-space and B-space differ, the name has the letter.
namespace qpu::read {
inline constexpr std::uint8_t kUniform = 32, kVarying = 35, kElementNumberA = 38, kQpuNumberB = 38, kNothing = 39,
                              kXCoordA = 41, kYCoordB = 41, kMsFlagsA = 42, kRevFlagB = 42, kVpm = 48, kVrBusyA = 49,
                              kVwBusyB = 49, kVrWaitA = 50, kVwWaitB = 50, kMutexAcquire = 51;
}  // namespace qpu::read

namespace qpu::write {
inline constexpr std::uint8_t kR0 = 32, kR1 = 33, kR2 = 34, kR3 = 35, kTmuNoSwap = 36, kR5QuadA = 37, kR5RepB = 37,
                              kHostInterrupt = 38, kNothing = 39, kUniformsAddress = 40, kQuadXA = 41, kQuadYB = 41,
                              kMsFlagsA = 42, kRevFlagB = 42, kTlbStencil = 43, kTlbZ = 44, kTlbColourMs = 45,
                              kTlbColourAll = 46, kTlbAlphaMask = 47, kVpm = 48, kVrSetupA = 49, kVwSetupB = 49,
                              kVrAddrA = 50, kVwAddrB = 50, kMutexRelease = 51, kRecip = 52, kRecipSqrt = 53, kExp = 54,
                              kLog = 55, kTmu0S = 56, kTmu0T = 57, kTmu0R = 58, kTmu0B = 59, kTmu1S = 60, kTmu1T = 61,
                              kTmu1R = 62, kTmu1B = 63;
}  // namespace qpu::write
