// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "gpufft/cuda/device_spectrum.h"
#include "gpufft/cuda/memory.h"
#include "gpufft/samples/zero_tracker.h"

namespace gpufft::cuda {

// Spectra of samples in host memory. A call goes to the device in pieces, one being copied while the previous one is
// processed; the row is folded there and copied back once. Samples in pinned memory (cudaMallocHost, cudaHostRegister)
// are copied from where they are, others through pinned memory. The processor tracks the mean for remove_dc.
class HostSpectrum final : public Spectrum {
 public:
  explicit HostSpectrum(const SpectrumRequest& request);  // the request has been checked; throws DeviceError
  ~HostSpectrum() override;

  void accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) override;
  void reset() override { zero_.reset(); }
  DeviceUse device_use() const override { return use_; }

  // Abandoned plans whose work the device has not ended. Freeing their memory would block as long as the device hangs,
  // so it is held until the work has ended and this is called. Any thread.
  static std::size_t held_plans();

 private:
  struct Piece {
    PinnedMemory<std::byte> staged_iq;
    PinnedMemory<Point> staged_zeros;
    DeviceMemory<std::byte> iq;
    DeviceMemory<Point> zeros;
    Event there, done;  // when the samples are on the device, and when all work with them has ended
  };
  // The device's part of a plan.
  struct Work {
    Work(const SpectrumRequest& request, std::size_t frames_together);
    bool under_way() const;

    std::unique_ptr<DeviceSpectrum> spectrum;
    OwnStream copying, working;
    std::array<Piece, 3> pieces;
    DeviceMemory<float> levels, row;  // of a piece, and of the whole call
    PinnedMemory<float> staged_row;
    Event start, end;
  };
  class HeldWork;

  std::span<const std::byte> part_of(std::span<const std::byte> iq, std::size_t first, std::size_t frames) const;
  void send(Piece& piece, std::span<const std::byte> iq, bool pinned);
  void set_zeros(Piece& piece, std::span<const std::byte> iq, std::size_t frames);
  void work_on(const Piece& piece, std::size_t frames, bool first);
  void wait_for(const Event& event);
  void fetch(PowerRow& row, std::size_t frames);

  SpectrumRequest request_;
  std::size_t frames_together_;
  ZeroTracker zero_;
  std::unique_ptr<Work> work_;
  std::chrono::steady_clock::time_point deadline_;
  DeviceUse use_;
};

}  // namespace gpufft::cuda
