// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <iosfwd>
#include <span>
#include <vector>

#include "qpu/emulator/machine.h"
#include "qpu/emulator/statistics.h"
#include "qpu/kernels/spectrum_program.h"

namespace qpu {
void PrintTo(const SpectrumShape& shape, std::ostream* out);
}

namespace qpu::testing {

struct SpectrumInput {
  std::vector<std::uint8_t> bytes;
  std::vector<std::complex<float>> silences;  // one for each frame, as the bytes count
};
struct PowerRow {
  std::vector<double> sum, max, min;
};
struct SpectrumRun {
  std::vector<PowerRow> rows;
  Statistics statistics;
  double microseconds = 0;  // without the launch
};

// As run() of fft_on_machine.h. `misaligned` puts the input 2 bytes behind a word.
SpectrumRun run(const SpectrumProgram& program, const SpectrumInput& input, bool misaligned = false,
                MachineOptions options = {});

// The same rows in double.
std::vector<PowerRow> expected_rows(const SpectrumShape& shape, std::span<const float> window,
                                    const SpectrumInput& input);

}  // namespace qpu::testing
