// SPDX-License-Identifier: MIT
#include "gpufft/hybrid/fft.h"

#include <algorithm>
#include <stdexcept>

#include "gpufft/requests.h"

namespace gpufft::hybrid {
namespace {

constexpr std::size_t kChunks = 32;  // a balance within 3 %

FftRequest of_batch(FftRequest request, std::size_t batch) {
  request.batch = batch;
  return request;
}

std::size_t points_between(const FftRequest& request, bool of_input) {
  const std::size_t bins = request.length / 2 + 1;
  if (request.kind == FftKind::RealToComplex) return of_input ? request.length : bins;
  if (request.kind == FftKind::ComplexToReal) return of_input ? bins : request.length;
  return request.rows * distance_of(of_input ? request.in : request.out, request.length);
}

}  // namespace

HybridFft::HybridFft(const Backend& processor, const Backend& accelerator, double processor_cap,
                     const FftRequest& request)
    : request_(request),
      chunk_(std::max<std::size_t>(1, request.batch / kChunks)),
      chunks_(request.batch / chunk_),
      on_processor_(processor.plan_fft(of_batch(request, chunk_))),
      on_accelerator_(accelerator.plan_fft(of_batch(request, chunk_))),
      processor_alone_(processor.plan_fft(request)),
      accelerator_alone_(accelerator.plan_fft(request)),
      pair_(processor_cap) {
  if (const std::size_t left = request.batch % chunk_; left != 0) rest_ = processor.plan_fft(of_batch(request, left));
}

template <typename In, typename Out>
void HybridFft::share(std::span<const In> in, std::span<Out> out) {
  const std::size_t in_step = chunk_ * points_between(request_, true);
  const std::size_t out_step = chunk_ * points_between(request_, false);
  bool whole = false;
  const auto each = [&](Fft& fft, Fft& alone) {
    return [&, in_step, out_step](std::size_t first, std::size_t count) {
      if (count == chunks_) {
        whole = true;
        return alone.transform(in, out);
      }
      for (std::size_t i = first; i < first + count; ++i)
        fft.transform(in.subspan(i * in_step), out.subspan(i * out_step));
    };
  };
  pair_.share(chunks_, each(*on_processor_, *processor_alone_), each(*on_accelerator_, *accelerator_alone_));
  if (rest_ && !whole) rest_->transform(in.subspan(chunks_ * in_step), out.subspan(chunks_ * out_step));
}

void HybridFft::transform(std::span<const std::complex<float>> in, std::span<std::complex<float>> out) {
  if (request_.kind != FftKind::Complex) throw std::logic_error("a transform of real points was planned");
  share(in, out);
}

void HybridFft::transform(std::span<const float> in, std::span<std::complex<float>> out) {
  if (request_.kind != FftKind::RealToComplex) return Fft::transform(in, out);
  share(in, out);
}

void HybridFft::transform(std::span<const std::complex<float>> in, std::span<float> out) {
  if (request_.kind != FftKind::ComplexToReal) return Fft::transform(in, out);
  share(in, out);
}

void HybridFft::transform(std::span<const float> in, std::span<float> out) {
  if (request_.kind != FftKind::DctII && request_.kind != FftKind::DctIII) return Fft::transform(in, out);
  share(in, out);
}

}  // namespace gpufft::hybrid
