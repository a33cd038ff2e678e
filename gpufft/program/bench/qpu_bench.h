// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gpufft::program {

// A line of the table in the article on GPU_FFT 3.0, and the published figures for it.
struct QpuFftResult {
  std::size_t n, batch;
  double us;  // per transform, launch included; on an emulated chip the chip's time
  std::optional<double> published_us;
  double ppm;  // relative rms error against double, of two cosines, as in the publication
  std::optional<double> published_ppm;
  std::string device;
};

// Times complex transforms of these lengths on a device of backend qpu, alone and in batches of ten. Throws PlanError,
// DeviceError.
void bench_qpu_fft(const std::string& device, const std::vector<std::size_t>& lengths,
                   const std::function<void(const QpuFftResult&)>& report);

// Rows of 8 frames of cu8, from bytes to powers.
struct QpuSpectrumResult {
  std::size_t n, frames;  // frames: per launch
  double frame_us;
  double msps;            // million samples a second
  double load_at_2_4_ms;  // share of its time at 2.4 MS/s
  std::string device;
};
void bench_qpu_spectrum(const std::string& device, const std::vector<std::size_t>& lengths,
                        const std::function<void(const QpuSpectrumResult&)>& report);

}  // namespace gpufft::program
