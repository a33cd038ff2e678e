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

// Frames of a call, some by the processor, the others by an accelerator. With remove_dc, what is tracked must have seen
// every frame: samples are rid of their mean here, and both get frames of floats.
class HybridSpectrum final : public Spectrum {
 public:
  HybridSpectrum(const Backend& processor, const Backend& accelerator, double processor_cap,
                 const SpectrumRequest& request);

  void accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) override;
  void reset() override { zero_.reset(); }
  bool ready() override { return on_accelerator_->ready(); }
  DeviceUse device_use() const override { return on_accelerator_->device_use(); }

  static SpectrumRequest share_of(SpectrumRequest request);  // what each of the two is asked for

  const Balance& balance() const { return pair_.balance(); }

 private:
  void split(std::span<const std::byte> iq, std::size_t frames);
  std::span<const std::byte> without_dc(std::span<const std::byte> iq, std::size_t frames);

  SpectrumRequest asked_, planned_;  // by us, and of the two
  std::vector<float> scale_;         // what samples are multiplied by before the two see them
  ZeroTracker zero_;
  std::unique_ptr<Spectrum> on_processor_, on_accelerator_;
  std::size_t at_once_;                      // frames
  std::vector<std::complex<float>> frames_;  // without their mean
  PowerRow own_, others_, call_;             // so that nothing shows of a call that fails
  Pair pair_;
};

}  // namespace gpufft::hybrid
