// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "tests/qpu/kernels/spectrum_on_machine.h"

namespace qpu::testing {

// Rows of a spectrum the plain way, to measure SpectrumProgram by: one kernel makes bytes windowed complex samples in
// memory, FftProgram transforms them, another kernel squares and folds. All three run on the QPUs of an emulated Pi 1,
// each launched with cold caches; no launch is counted.
SpectrumRun run_plainly(const SpectrumShape& shape, std::span<const float> window, const SpectrumInput& input);

}  // namespace qpu::testing
