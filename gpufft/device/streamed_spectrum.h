// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <complex>
#include <cstddef>
#include <memory>
#include <span>

#include "gpufft/samples/zero_tracker.h"
#include "gpufft/spectrum.h"

namespace gpufft::device {

// What a StreamedSpectrum needs of a device: a few slabs of memory, each for the samples of some frames, and one row.
// Work on a slab is started and waited for later. Everything is called on the thread that uses the plan, and may throw
// DeviceError; what waits does so at the deadline.
class SlabQueue {
 public:
  using Clock = std::chrono::steady_clock;
  virtual ~SlabQueue() = default;

  virtual std::size_t slabs() const = 0;            // used in turn
  virtual std::size_t frames_per_slab() const = 0;  // at most

  // Until the device has done what was started with a slab.
  virtual void wait_for(std::size_t slab, Clock::time_point deadline) = 0;

  // To be filled with the zero of each frame before start(); empty if that is the format's, which the kernels know.
  virtual std::span<std::complex<float>> zeros(std::size_t slab) = 0;

  // Starts to copy the samples of `frames` frames to the device, and to fold their power into the row there, which the
  // first slab of a call overwrites. `iq` stays valid until fetch() returns, or any call throws.
  virtual void start(std::size_t slab, std::span<const std::byte> iq, std::size_t frames, bool first) = 0;

  // Waits for everything started. Sums, maxima and minima of the row, one after the other, valid until the next
  // start().
  virtual std::span<const float> fetch(Clock::time_point deadline) = 0;

  // A call has thrown DeviceError.
  virtual void mark_failed() {}
};

// Spectra of samples in host memory, for any device with a SlabQueue: a slab is copied while the one before it is
// processed; the row is folded on the device and copied back once per call. The processor tracks the mean for
// remove_dc.
class StreamedSpectrum final : public Spectrum {
 public:
  StreamedSpectrum(const SpectrumRequest& request, std::unique_ptr<SlabQueue> queue)
      : request_(request), zero_(request), queue_(std::move(queue)) {}

  void accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) override;
  void reset() override { zero_.reset(); }
  DeviceUse device_use() const override { return use_; }

 private:
  std::span<const float> run(std::span<const std::byte> iq, std::size_t frames, SlabQueue::Clock::time_point deadline);
  void set_zeros(std::span<std::complex<float>> zeros, std::span<const std::byte> iq, std::size_t frames);

  SpectrumRequest request_;
  ZeroTracker zero_;
  std::unique_ptr<SlabQueue> queue_;
  DeviceUse use_;
};

}  // namespace gpufft::device
