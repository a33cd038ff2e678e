// SPDX-License-Identifier: MIT
#include "gpufft/cpu/fft.h"

#include <cassert>

namespace gpufft::cpu {
namespace {

// std::complex<float> is two floats in a row by the standard's word.
void split(std::span<const std::complex<float>> in, Planes<float> out) {
  const auto* const parts = reinterpret_cast<const float*>(in.data());
  for (std::size_t i = 0; i < in.size(); ++i) {
    out.re[i] = parts[2 * i];
    out.im[i] = parts[2 * i + 1];
  }
}

void join(Planes<float> in, std::span<std::complex<float>> out) {
  auto* const parts = reinterpret_cast<float*>(out.data());
  for (std::size_t i = 0; i < out.size(); ++i) {
    parts[2 * i] = in.re[i];
    parts[2 * i + 1] = in.im[i];
  }
}

}  // namespace

CpuFft::CpuFft(const FftRequest& request) : request_(request), fft_(plan_planar_fft(request.length)) {}

void CpuFft::transform(std::span<const std::complex<float>> in, std::span<std::complex<float>> out) {
  const std::size_t length = request_.length;
  assert(in.size() == length * request_.batch && out.size() == in.size());
  const auto turned = [this](Planes<float> planes) {
    return request_.direction == Direction::Inverse ? planes.swapped() : planes;
  };
  for (std::size_t start = 0; start < length * request_.batch; start += length) {
    split(in.subspan(start, length), turned(fft_->input()));
    join(turned(fft_->forward()), out.subspan(start, length));
  }
}

}  // namespace gpufft::cpu
