// SPDX-License-Identifier: MIT
#include "gpufft/opencl/spectrum.h"

#include <algorithm>
#include <complex>
#include <optional>
#include <thread>
#include <vector>

#include "gpufft/backend.h"
#include "gpufft/device/streamed_spectrum.h"
#include "gpufft/opencl/arguments.h"
#include "gpufft/opencl/host_memory.h"
#include "gpufft/opencl/plain_kernels.h"
#include "gpufft/opencl/power_path.h"
#include "gpufft/opencl/text.h"
#include "gpufft/samples/samples.h"
#include "gpufft/samples/zero_tracker.h"
#include "gpufft/threads/worker_pool.h"

namespace gpufft::opencl {
namespace {

constexpr std::size_t kSlabSamples = std::size_t{1} << 23;  // large enough for a copy to reach its speed
constexpr std::size_t kCopyThreads = 8;                     // a GPU reads samples faster than one core copies them
constexpr std::size_t kMostFrames = std::size_t{1} << 16;

// The samples that fit a buffer of the device.
std::size_t most_samples(const DeviceFacts& device, SampleFormat format) {
  return device.largest_buffer / std::max(bytes_per_sample(format), sizeof(std::complex<float>));
}

std::size_t frames_at_once(const DeviceFacts& device, const SpectrumRequest& request) {
  const std::size_t most = std::min(kSlabSamples, most_samples(device, request.format));
  const std::size_t advance = std::max(request.hop, request.bins / 16);  // overlapping frames share samples, not work
  return std::clamp<std::size_t>(most / std::max(advance, request.bins / 4 + 1), 1, kMostFrames);
}

Event marker(cl_command_queue queue, const Event& after = nullptr) {
  cl_event event = nullptr;
  const cl_event wanted = after.get();
  check(clEnqueueMarkerWithWaitList(queue, wanted ? 1 : 0, wanted ? &wanted : nullptr, &event), "a marker");
  return Event(event);
}

// Slabs are copied through memory that the device reads from directly, or are there already.
class OpenClSlabs final : public device::SlabQueue {
 public:
  OpenClSlabs(std::shared_ptr<const Device> device, const SpectrumRequest& request);

  std::size_t slabs() const override { return slabs_.size(); }
  std::size_t frames_per_slab() const override { return frames_per_slab_; }
  void wait_for(std::size_t slab, Clock::time_point deadline) override {
    wait_until_done(slabs_[slab].done.get(), deadline);
  }
  std::span<std::complex<float>> zeros(std::size_t slab) override {
    if (!tracks_mean_) return {};
    return values<std::complex<float>>(slabs_[slab].zeros_host);
  }
  void start(std::size_t slab, std::span<const std::byte> iq, std::size_t frames, bool first) override;
  std::span<const float> fetch(Clock::time_point deadline) override;
  void mark_failed() override { device_->mark_lost(); }

 private:
  struct Slab {
    Slab(const Device& device, std::size_t iq_bytes, std::size_t frames);
    HostMemory iq_host, zeros_host;
    std::optional<HostMemory> direct;  // where the program's samples lie, if the device can copy from there
    Buffer iq, zeros;
    Event done;
  };
  template <typename T>
  static std::span<T> values(const HostMemory& memory) {
    return {reinterpret_cast<T*>(memory.bytes().data()), memory.bytes().size() / sizeof(T)};
  }
  void copy(std::span<const std::byte> iq, std::span<std::byte> to);
  void work_on(Slab& slab, std::size_t frames, bool first);  // once its samples are there

  std::shared_ptr<const Device> device_;
  std::size_t bins_, frames_per_slab_;
  bool tracks_mean_;  // else the zeros of all frames are the format's, which each slab gets once
  std::vector<float> window_;
  WorkerPool pool_;
  Queue copies_, work_;
  std::unique_ptr<PowerPath> path_;
  Kernel join_;
  Buffer rows_, total_;
  HostMemory total_host_;
  std::vector<Slab> slabs_;
};

OpenClSlabs::Slab::Slab(const Device& device, std::size_t iq_bytes, std::size_t frames)
    : iq_host(device, iq_bytes),
      zeros_host(device, frames * sizeof(std::complex<float>)),
      iq(device.buffer(iq_bytes)),
      zeros(device.buffer(frames * sizeof(std::complex<float>))) {}

OpenClSlabs::OpenClSlabs(std::shared_ptr<const Device> device, const SpectrumRequest& request)
    : device_(std::move(device)),
      bins_(request.bins),
      frames_per_slab_(frames_at_once(device_->facts(), request)),
      tracks_mean_(request.remove_dc),
      window_(scaled_window(request)),
      pool_(device_->facts().processor ? 1
                                       : std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kCopyThreads)),
      copies_(device_->queue()),
      work_(device_->queue()),
      path_(plan_power_path(*device_, request, window_, frames_per_slab_)),
      join_(device_->kernel(plain_source(), "join_rows")),
      total_(device_->buffer(3 * request.bins * sizeof(float))),
      total_host_(*device_, 3 * request.bins * sizeof(float)) {
  std::size_t chains = 1;
  for (std::size_t frames = 1; frames <= frames_per_slab_; frames *= 2) {
    chains = std::max(chains, 2 * (frames / path_->frames_per_chain(frames) + 1));
  }
  rows_ = device_->buffer(std::min(chains, frames_per_slab_) * 3 * request.bins * sizeof(float));
  for (int i = 0; i < 2; ++i) slabs_.emplace_back(*device_, bytes_of(request, frames_per_slab_), frames_per_slab_);
  for (Slab& slab : slabs_) {
    std::ranges::fill(values<std::complex<float>>(slab.zeros_host), ZeroTracker(request).next({}));
    slab.zeros_host.send(copies_.get(), slab.zeros, slab.zeros_host.bytes().size());
  }
  slabs_[0].iq_host.send(copies_.get(), slabs_[0].iq, bytes_of(request, 1));
  work_on(slabs_[0], 1, true);  // some drivers compile when a kernel first runs
  check(clFinish(work_.get()), "the first run");
}

void OpenClSlabs::copy(std::span<const std::byte> iq, std::span<std::byte> to) {
  const std::size_t workers = pool_.size();
  pool_.run([&](std::size_t worker) {
    const std::size_t begin = iq.size() * worker / workers, end = iq.size() * (worker + 1) / workers;
    const auto part = iq.subspan(begin, end - begin);
    std::copy(part.begin(), part.end(), to.subspan(begin).begin());  // that of std::ranges goes byte by byte in GCC 12
  });
}

void OpenClSlabs::start(std::size_t slab, std::span<const std::byte> iq, std::size_t frames, bool first) {
  Slab& to = slabs_[slab];
  to.direct.reset();
  if (auto direct = ProgramMemory::holding(*device_, iq)) {
    to.direct.emplace(std::move(*direct));
    to.direct->send(copies_.get(), to.iq, iq);
  } else {
    copy(iq, to.iq_host.bytes());
    to.iq_host.send(copies_.get(), to.iq, iq.size());
  }
  work_on(to, frames, first);
}

void OpenClSlabs::work_on(Slab& slab, std::size_t frames, bool first) {
  if (tracks_mean_) slab.zeros_host.send(copies_.get(), slab.zeros, frames * sizeof(std::complex<float>));
  const Event copied = marker(copies_.get());
  check(clFlush(copies_.get()), "copying samples to the device");
  const cl_event there = copied.get();
  check(clEnqueueBarrierWithWaitList(work_.get(), 1, &there, nullptr), "waiting for a copy");
  const std::size_t per_chain = path_->frames_per_chain(frames);
  path_->enqueue(work_.get(), {slab.iq.get(), slab.zeros.get(), frames, per_chain}, rows_.get());
  set_arguments(join_.get(), rows_.get(), total_.get(), static_cast<cl_uint>(bins_),
                static_cast<cl_uint>((frames + per_chain - 1) / per_chain), static_cast<cl_int>(first));
  enqueue_join_rows(work_.get(), join_.get(), bins_);
  slab.done = marker(work_.get());
  check(clFlush(work_.get()), "starting kernels");
}

std::span<const float> OpenClSlabs::fetch(Clock::time_point deadline) {
  total_host_.receive(work_.get(), total_);
  check(clFlush(work_.get()), "copying a row from the device");
  wait_until_done(total_host_.last_copy(), deadline);
  for (Slab& slab : slabs_) slab.direct.reset();  // all copies have ended: the program may free its memory
  return values<float>(total_host_);
}

}  // namespace

void check_memory(const DeviceFacts& device, const SpectrumRequest& request) {
  if (std::max(request.bins, request.hop) <= most_samples(device, request.format)) return;
  throw PlanError(text("frames of ", request.bins, " bins with a hop of ", request.hop, ": more memory than ",
                       device.name, " allocates at once; use backend cpu"));
}

std::unique_ptr<Spectrum> plan_spectrum(std::shared_ptr<const Device> device, const SpectrumRequest& request) {
  return std::make_unique<device::StreamedSpectrum>(request, std::make_unique<OpenClSlabs>(std::move(device), request));
}

}  // namespace gpufft::opencl
