// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gpufft::program {

// A line of the table in the article on GPU_FFT 3.0, and what was published for it.
struct QpuFftResult {
  std::size_t n, batch;
  double us;  // a transform, launch included; of an emulated chip its own time
  std::optional<double> published_us;
  double ppm;  // relative rms error against double, of two cosines, as it was published
  std::optional<double> published_ppm;
  std::string device;
};

// Complex transforms of these lengths on a device of backend qpu, alone and in batches of ten. Throws PlanError,
// DeviceError.
void bench_qpu_fft(const std::string& device, const std::vector<std::size_t>& lengths,
                   const std::function<void(const QpuFftResult&)>& report);

// Rows of 8 frames of cu8, from bytes to powers.
struct QpuSpectrumResult {
  std::size_t n, frames;  // of a launch
  double frame_us;
  double msps;            // million samples a second
  double load_at_2_4_ms;  // share of its time at 2.4 MS/s
  std::string device;
};
void bench_qpu_spectrum(const std::string& device, const std::vector<std::size_t>& lengths,
                        const std::function<void(const QpuSpectrumResult&)>& report);

}  // namespace gpufft::program
