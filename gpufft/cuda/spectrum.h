// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "gpufft/cpu/zero_tracker.h"
#include "gpufft/cuda/device_spectrum.h"
#include "gpufft/cuda/memory.h"

namespace gpufft::cuda {

// Spectra of the host's samples. A call goes to the device in pieces, and while it works on one the next is under way;
// the row is folded there and comes back once. Samples in pinned memory (cudaMallocHost, cudaHostRegister) are fetched
// from where they are, others by way of such memory. The mean of remove_dc is tracked by the processor.
class HostSpectrum final : public Spectrum {
 public:
  explicit HostSpectrum(const SpectrumRequest& request);  // which has been checked; throws DeviceError

  void accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) override;
  void reset() override { zero_.reset(); }
  DeviceUse device_use() const override { return use_; }

 private:
  struct Piece {
    PinnedMemory<std::byte> staged_iq;
    PinnedMemory<Point> staged_zeros;
    DeviceMemory<std::byte> iq;
    DeviceMemory<Point> zeros;
    Event there, done;  // the samples on the device; all work with them
  };

  std::span<const std::byte> part_of(std::span<const std::byte> iq, std::size_t first, std::size_t frames) const;
  void send(Piece& piece, std::span<const std::byte> iq, bool pinned);
  void set_zeros(Piece& piece, std::span<const std::byte> iq, std::size_t frames);
  void work_on(const Piece& piece, std::size_t frames, bool first);
  void wait_for(const Event& event);
  void fetch(PowerRow& row, std::size_t frames);

  SpectrumRequest request_;
  std::size_t frames_together_;
  std::unique_ptr<DeviceSpectrum> spectrum_;
  cpu::ZeroTracker zero_;
  OwnStream copying_, working_;
  std::array<Piece, 3> pieces_;
  DeviceMemory<float> levels_, row_;  // of a piece, of the call
  PinnedMemory<float> staged_row_;
  Event start_, end_;
  std::chrono::steady_clock::time_point deadline_;
  DeviceUse use_;
};

}  // namespace gpufft::cuda
