// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "gpufft/backend.h"
#include "gpufft/hybrid/pair.h"

namespace gpufft::hybrid {

// Transforms of a batch in handfuls, some by the processor, the others by an accelerator. What does not fill a handful
// is the processor's.
class HybridFft final : public Fft {
 public:
  HybridFft(const Backend& processor, const Backend& accelerator, double processor_cap, const FftRequest& request);

  void transform(std::span<const std::complex<float>> in, std::span<std::complex<float>> out) override;
  void transform(std::span<const float> in, std::span<std::complex<float>> out) override;
  void transform(std::span<const std::complex<float>> in, std::span<float> out) override;
  void transform(std::span<const float> in, std::span<float> out) override;

 private:
  template <typename In, typename Out>
  void share(std::span<const In> in, std::span<Out> out);

  FftRequest request_;
  std::size_t handful_, handfuls_;
  std::unique_ptr<Fft> on_processor_, on_accelerator_, rest_;  // rest_ absent: there is none
  Pair pair_;
};

}  // namespace gpufft::hybrid
