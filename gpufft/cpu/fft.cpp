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

VectorFft::VectorFft(const Target& target, const FftRequest& request)
    : request_(request), plan_(target, request.length), work_(plan_.passes().work_floats) {}

void VectorFft::transform(std::span<const std::complex<float>> in, std::span<std::complex<float>> out) {
  assert(in.size() == request_.length * request_.batch && out.size() == in.size());
  const bool swapped = request_.direction == Direction::Inverse;
  for (std::size_t start = 0; start < in.size(); start += request_.length) {
    plan_.kernels().cross_points(plan_.passes(), reinterpret_cast<const float*>(in.data() + start), swapped,
                                 work_.data());
    plan_.kernels().finish_points(plan_.passes(), work_.data(), swapped, reinterpret_cast<float*>(out.data() + start));
  }
}

PlainFft::PlainFft(const FftRequest& request) : request_(request), fft_(plan_planar_fft(request.length)) {}

void PlainFft::transform(std::span<const std::complex<float>> in, std::span<std::complex<float>> out) {
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

std::unique_ptr<Fft> plan_fft(const Target& target, const FftRequest& request) {
  if (Plan::takes(target, request.length)) return std::make_unique<VectorFft>(target, request);
  return std::make_unique<PlainFft>(request);
}

}  // namespace gpufft::cpu
