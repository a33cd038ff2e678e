// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <memory>
#include <optional>
#include <vector>

#include "gpufft/backend.h"
#include "gpufft/hybrid/pair.h"
#include "gpufft/samples/zero_tracker.h"

namespace gpufft::hybrid {

// Splits the frames of a call between the processor and an accelerator. The mean that remove_dc tracks must see every
// frame: it is subtracted here, and both sides get frames of floats.
class HybridSpectrum final : public Spectrum {
 public:
  HybridSpectrum(const Backend& processor, const Backend& accelerator, double processor_cap,
                 const SpectrumRequest& request, Pair::Clock clock = Pair::wall_clock);

  void accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) override;
  void reset() override { zero_.reset(); }
  bool ready() override { return on_accelerator_->ready(); }
  DeviceUse device_use() const override { return on_accelerator_->device_use(); }

  static SpectrumRequest share_of(SpectrumRequest request);  // the request for each of the two

  const Balance& balance() const { return pair_.balance(); }

 private:
  void split(std::span<const std::byte> iq, std::size_t frames, PowerRow& row);
  std::span<const std::byte> without_dc(std::span<const std::byte> iq, std::size_t frames);

  SpectrumRequest asked_, planned_;  // the caller's request, and that of the two plans
  std::vector<float> scale_;         // factors for the samples
  ZeroTracker zero_;
  std::unique_ptr<Spectrum> on_processor_, on_accelerator_;
  std::size_t at_once_;                      // frames
  std::vector<std::complex<float>> frames_;  // with their mean subtracted
  PowerRow own_, others_, call_;             // merged at the end, so that a failed call changes nothing
  Pair pair_;
};

}  // namespace gpufft::hybrid
