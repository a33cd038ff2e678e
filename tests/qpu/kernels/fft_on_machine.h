// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <iosfwd>
#include <span>
#include <vector>

#include "qpu/emulator/machine.h"
#include "qpu/emulator/statistics.h"
#include "qpu/kernels/fft_program.h"

namespace qpu {
void PrintTo(const FftShape& shape, std::ostream* out);
}

namespace qpu::testing {

struct FftRun {
  std::vector<std::complex<float>> output;
  Statistics statistics;
  double microseconds = 0;  // without the launch
  bool balanced = false;    // all semaphores are zero again
};

// Runs a program on an emulated Pi 1 with cold caches, where a broken rule, a stale read or an undefined one is a
// fault. Throws std::runtime_error with the machine's report then.
FftRun run(const FftProgram& program, std::span<const std::complex<float>> input, const MachineOptions& machine = {});

// Every order of turns that a machine knows, the random one with two seeds; then some on a machine that is late.
std::vector<MachineOptions> other_schedules();

// Relative rms error of a batch of transforms against one in double, in parts per million.
double error_ppm(const FftShape& shape, std::span<const std::complex<float>> input,
                 std::span<const std::complex<float>> output);

// Both parts of every sample from a normal distribution.
std::vector<std::complex<float>> random_samples(std::size_t count, unsigned seed);
// The two cosines of a real signal, as the published errors were measured with.
std::vector<std::complex<float>> two_cosines(std::size_t size, std::size_t batch);

}  // namespace qpu::testing
