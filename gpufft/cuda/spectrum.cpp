// SPDX-License-Identifier: MIT
#include "gpufft/cuda/spectrum.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <thread>
#include <vector>

#include "gpufft/backend.h"
#include "gpufft/cuda/device_spectrum.h"
#include "gpufft/cuda/kernels/elements.h"
#include "gpufft/cuda/memory.h"
#include "gpufft/device/streamed_spectrum.h"
#include "gpufft/samples/samples.h"

namespace gpufft::cuda {
namespace {

// Per slab. Copies of this size run at full speed, and three slabs need little memory.
constexpr std::size_t kBytesTogether = std::size_t{8} << 20, kMostFramesTogether = 65536;

std::size_t frames_together(const SpectrumRequest& request) {
  const std::size_t sample = bytes_per_sample(request.format);
  const std::size_t advance = std::max(request.hop, request.bins) * sample;  // points between frames are copied as well
  return std::clamp<std::size_t>(kBytesTogether / advance, 1, kMostFramesTogether);
}

struct Slab {
  PinnedMemory<std::byte> staged_iq;
  PinnedMemory<std::complex<float>> staged_zeros;  // laid out like Point
  DeviceMemory<std::byte> iq;
  DeviceMemory<Point> zeros;
  Event there, done;  // when the samples are on the device, and when all work with them has ended
};

// The device's part of a plan.
struct DevicePart {
  DevicePart(const SpectrumRequest& request, std::size_t frames_together);
  bool under_way() const;

  std::unique_ptr<DeviceSpectrum> spectrum;
  OwnStream copying, working;
  std::array<Slab, 3> slabs;
  DeviceMemory<float> levels, row;  // of a slab, and of the whole call
  PinnedMemory<float> staged_row;
  Event end;
};

DevicePart::DevicePart(const SpectrumRequest& request, std::size_t frames_together)
    : spectrum(plan_device_spectrum(request, {frames_together, 1, true})),
      levels(3 * request.bins),
      row(3 * request.bins),
      staged_row(3 * request.bins) {
  for (Slab& slab : slabs) {
    slab.staged_iq = PinnedMemory<std::byte>(bytes_of(request, frames_together));
    slab.iq = DeviceMemory<std::byte>(bytes_of(request, frames_together));
    if (!request.remove_dc) continue;
    slab.staged_zeros = PinnedMemory<std::complex<float>>(frames_together);
    slab.zeros = DeviceMemory<Point>(frames_together);
  }
}

bool DevicePart::under_way() const {
  const bool ended = cudaStreamQuery(copying) != cudaErrorNotReady && cudaStreamQuery(working) != cudaErrorNotReady;
  cudaGetLastError();  // failed work has ended, too
  return !ended;
}

class HeldWork {
 public:
  // Never destroyed: a hanging device would keep the program from ending.
  static HeldWork& get() {
    static auto* const all = new HeldWork;
    return *all;
  }
  void add(std::unique_ptr<DevicePart> work) {
    const std::scoped_lock lock(mutex_);
    held_.push_back(std::move(work));
  }
  // For as long as there is such work, which may copy from it.
  void add(PinnedMemory<std::byte> memory) {
    {
      const std::scoped_lock lock(mutex_);
      memory_.push_back(std::move(memory));
    }
    release_ended();
  }
  std::size_t release_ended() {
    const std::scoped_lock lock(mutex_);
    std::erase_if(held_, [](const auto& work) { return !work->under_way(); });
    if (held_.empty()) memory_.clear();
    return held_.size();
  }

 private:
  std::mutex mutex_;  // guards the members below
  std::vector<std::unique_ptr<DevicePart>> held_;
  std::vector<PinnedMemory<std::byte>> memory_;  // of the program, which has no use for it any more
};

class CudaSlabs final : public device::SlabQueue {
 public:
  explicit CudaSlabs(const SpectrumRequest& request)
      : request_(request),
        frames_per_slab_(frames_together(request)),
        work_(std::make_unique<DevicePart>(request, frames_per_slab_)) {}
  ~CudaSlabs() override {
    if (work_->under_way()) HeldWork::get().add(std::move(work_));
  }

  std::size_t slabs() const override { return work_->slabs.size(); }
  std::size_t frames_per_slab() const override { return frames_per_slab_; }
  void wait_for(std::size_t slab, Clock::time_point deadline) override { wait_for(work_->slabs[slab].done, deadline); }
  std::span<std::complex<float>> zeros(std::size_t slab) override { return work_->slabs[slab].staged_zeros.values(); }
  void start(std::size_t slab, std::span<const std::byte> iq, std::size_t frames, bool first) override;
  std::span<const float> fetch(Clock::time_point deadline) override;

 private:
  void send(Slab& slab, std::span<const std::byte> iq, std::size_t frames);
  void wait_for(const Event& event, Clock::time_point deadline) const;

  SpectrumRequest request_;
  std::size_t frames_per_slab_;
  std::unique_ptr<DevicePart> work_;
};

void CudaSlabs::start(std::size_t slab_index, std::span<const std::byte> iq, std::size_t frames, bool first) {
  Slab& slab = work_->slabs[slab_index];
  send(slab, iq, frames);
  check(cudaStreamWaitEvent(work_->working, slab.there), "samples on the device");
  work_->spectrum->run(slab.iq.data(), slab.zeros.data(), {frames, 1, true},
                       first ? work_->row.data() : work_->levels.data(), work_->working);
  const auto bins = static_cast<unsigned>(request_.bins);
  if (!first) add_row(work_->levels.data(), bins, work_->row.data(), work_->working);
  slab.done.record(work_->working);
}

void CudaSlabs::send(Slab& slab, std::span<const std::byte> iq, std::size_t frames) {
  if (request_.remove_dc)
    check(cudaMemcpyAsync(slab.zeros.data(), slab.staged_zeros.data(), frames * sizeof(Point), cudaMemcpyHostToDevice,
                          work_->copying),
          "means to the device");
  const bool pinned = is_pinned(iq.data());
  if (!pinned) std::copy(iq.begin(), iq.end(), slab.staged_iq.data());
  const std::byte* const from = pinned ? iq.data() : slab.staged_iq.data();
  check(cudaMemcpyAsync(slab.iq.data(), from, iq.size(), cudaMemcpyHostToDevice, work_->copying),
        "samples to the device");
  slab.there.record(work_->copying);
}

std::span<const float> CudaSlabs::fetch(Clock::time_point deadline) {
  check(cudaMemcpyAsync(work_->staged_row.data(), work_->row.data(), work_->row.bytes(), cudaMemcpyDeviceToHost,
                        work_->working),
        "a row back");
  work_->end.record(work_->working);
  wait_for(work_->end, deadline);
  return work_->staged_row.values();
}

// Polls busily at first, as slabs are short work; gives up a hanging device at the deadline.
void CudaSlabs::wait_for(const Event& event, Clock::time_point deadline) const {
  using namespace std::chrono_literals;
  const auto busy_until = Clock::now() + 200us;
  for (;;) {
    const auto result = cudaEventQuery(event);
    if (result == cudaSuccess) return;
    if (result != cudaErrorNotReady) check(result, "a spectrum");
    const auto now = Clock::now();
    if (now > deadline)
      throw DeviceError("cuda: no answer in " + std::to_string(request_.deadline.count()) + " ms, the device hangs");
    if (now > busy_until) std::this_thread::sleep_for(50us);
  }
}

}  // namespace

std::unique_ptr<Spectrum> plan_host_spectrum(const SpectrumRequest& request) {
  return std::make_unique<device::StreamedSpectrum>(request, std::make_unique<CudaSlabs>(request));
}

HostSamples::~HostSamples() { HeldWork::get().add(std::move(memory_)); }

std::size_t held_plans() { return HeldWork::get().release_ended(); }

}  // namespace gpufft::cuda
