// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <span>
#include <vector>

#include "qpu/emulator/statistics.h"
#include "qpu/kernels/spectrum_program.h"

namespace qpu {
void PrintTo(const SpectrumShape& shape, std::ostream* out);
}

namespace qpu::testing {

struct PowerRow {
  std::vector<double> sum, max, min;
};
struct SpectrumRun {
  std::vector<PowerRow> rows;
  Statistics statistics;
  double microseconds = 0;  // without the launch
};

// As run() of fft_on_machine.h. `misaligned` puts the input 2 bytes behind a word.
SpectrumRun run(const SpectrumProgram& program, std::span<const std::uint8_t> bytes, bool misaligned = false);

// The same rows in double.
std::vector<PowerRow> expected_rows(const SpectrumShape& shape, std::span<const float> window,
                                    std::span<const std::uint8_t> bytes);

}  // namespace qpu::testing
