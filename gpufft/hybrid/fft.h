// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "gpufft/backend.h"
#include "gpufft/hybrid/pair.h"

namespace gpufft::hybrid {

// A batch split into chunks, some transformed by the processor, the others by an accelerator. The processor does the
// incomplete last chunk. Where sharing does not pay, one of them transforms the batch as a whole.
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
  std::size_t chunk_, chunks_;
  std::unique_ptr<Fft> on_processor_, on_accelerator_, rest_;  // rest_ absent: there is none
  std::unique_ptr<Fft> processor_alone_, accelerator_alone_;
  Pair pair_;
};

}  // namespace gpufft::hybrid
