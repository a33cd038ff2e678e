// SPDX-License-Identifier: MIT
#include "gpufft/opencl/spectrum.h"

#include <algorithm>
#include <cassert>
#include <complex>
#include <cstring>
#include <thread>

#include "gpufft/backend.h"
#include "gpufft/opencl/arguments.h"
#include "gpufft/opencl/plain_kernels.h"
#include "gpufft/opencl/text.h"
#include "gpufft/samples/samples.h"

namespace gpufft::opencl {
namespace {

constexpr std::size_t kSlabSamples = std::size_t{1} << 22;  // large enough for a copy to reach its speed
constexpr std::size_t kCopyThreads = 4;                     // a GPU reads samples faster than one core copies them
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

}  // namespace

OpenClSpectrum::Slab::Slab(const Device& device, std::size_t iq_bytes, std::size_t frames)
    : iq_host(device, iq_bytes),
      zeros_host(device, frames * sizeof(std::complex<float>)),
      iq(device.buffer(iq_bytes)),
      zeros(device.buffer(frames * sizeof(std::complex<float>))) {}

void OpenClSpectrum::check_memory(const DeviceFacts& device, const SpectrumRequest& request) {
  if (std::max(request.bins, request.hop) <= most_samples(device, request.format)) return;
  throw PlanError(text("frames of ", request.bins, " bins with a hop of ", request.hop, ": more memory than ",
                       device.name, " allocates at once; use backend cpu"));
}

OpenClSpectrum::OpenClSpectrum(std::shared_ptr<const Device> device, const SpectrumRequest& request)
    : device_(std::move(device)),
      request_(request),
      at_once_(frames_at_once(device_->facts(), request)),
      window_(scaled_window(request)),
      zero_(request),
      pool_(device_->facts().processor ? 1
                                       : std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kCopyThreads)),
      copies_(device_->queue()),
      work_(device_->queue()),
      path_(plan_power_path(*device_, request, window_, at_once_)),
      join_(device_->kernel(plain_source(), "join_rows")),
      total_(device_->buffer(3 * request.bins * sizeof(float))),
      total_host_(*device_, 3 * request.bins * sizeof(float)) {
  std::size_t chains = 1;
  for (std::size_t frames = 1; frames <= at_once_; frames *= 2) {
    chains = std::max(chains, 2 * (frames / path_->frames_per_chain(frames) + 1));
  }
  rows_ = device_->buffer(std::min(chains, at_once_) * 3 * request.bins * sizeof(float));
  for (int i = 0; i < 2; ++i) slabs_.emplace_back(*device_, bytes_of(request, at_once_), at_once_);
  call_.clear(request.bins);
  start(slabs_[0], bytes_of(request, 1), 1, true);  // some drivers compile when a kernel first runs
  check(clFinish(work_.get()), "the first run");
}

void OpenClSpectrum::fill(Slab& slab, std::span<const std::byte> iq, std::size_t frames) {
  const std::size_t sample = bytes_per_sample(request_.format);
  const std::size_t frame = request_.bins * sample, hop = request_.hop * sample;
  const std::size_t workers = pool_.size();
  pool_.run([&](std::size_t worker) {
    const std::size_t begin = iq.size() * worker / workers, end = iq.size() * (worker + 1) / workers;
    std::ranges::copy(iq.subspan(begin, end - begin), slab.iq_host.bytes().subspan(begin).begin());
  });
  auto* const zeros = reinterpret_cast<std::complex<float>*>(slab.zeros_host.bytes().data());
  for (std::size_t i = 0; i < frames; ++i) zeros[i] = zero_.next(iq.subspan(i * hop, frame));
}

void OpenClSpectrum::start(Slab& slab, std::size_t iq_bytes, std::size_t frames, bool overwrite) {
  slab.iq_host.send(copies_.get(), slab.iq, iq_bytes);
  slab.zeros_host.send(copies_.get(), slab.zeros, frames * sizeof(std::complex<float>));
  const Event copied = marker(copies_.get());
  check(clFlush(copies_.get()), "copying samples to the device");
  const cl_event there = copied.get();
  check(clEnqueueBarrierWithWaitList(work_.get(), 1, &there, nullptr), "waiting for a copy");
  const std::size_t per_chain = path_->frames_per_chain(frames);
  path_->enqueue(work_.get(), {slab.iq.get(), slab.zeros.get(), frames, per_chain}, rows_.get());
  set_arguments(join_.get(), rows_.get(), total_.get(), static_cast<cl_uint>(request_.bins),
                static_cast<cl_uint>((frames + per_chain - 1) / per_chain), static_cast<cl_int>(overwrite));
  enqueue_join_rows(work_.get(), join_.get(), request_.bins);
  slab.done = marker(work_.get());
  check(clFlush(work_.get()), "starting kernels");
}

void OpenClSpectrum::fetch(PowerRow& row, Clock::time_point deadline) {
  total_host_.receive(work_.get(), total_);
  check(clFlush(work_.get()), "copying a row from the device");
  wait_until_done(total_host_.last_copy(), deadline);
  const auto bytes = total_host_.bytes();
  const auto copy = [&](std::vector<float>& to, std::size_t index) {
    std::memcpy(to.data(), bytes.data() + index * to.size() * sizeof(float), to.size() * sizeof(float));
  };
  copy(call_.sum, 0);
  copy(call_.max, 1);
  copy(call_.min, 2);
  row.fold(call_);
}

void OpenClSpectrum::run(std::span<const std::byte> iq, std::size_t frames, Clock::time_point deadline) {
  std::size_t turn = 0;
  for (std::size_t done = 0; done < frames; done += at_once_, ++turn) {
    Slab& slab = slabs_[turn % slabs_.size()];
    if (turn >= slabs_.size()) wait_until_done(slab.done.get(), deadline);
    const std::size_t count = std::min(at_once_, frames - done), bytes = bytes_of(request_, count);
    fill(slab, iq.subspan(done * request_.hop * bytes_per_sample(request_.format), bytes), count);
    start(slab, bytes, count, turn == 0);
  }
}

void OpenClSpectrum::accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) {
  if (frames == 0) return;
  assert(row.sum.size() == request_.bins);
  const auto started = Clock::now(), deadline = started + request_.deadline;
  iq = iq.first(bytes_of(request_, frames));
  zero_.begin(iq);
  call_.frames = frames;
  try {
    run(iq, frames, deadline);
    fetch(row, deadline);
  } catch (const DeviceError&) {
    device_->mark_lost();
    throw;
  }
  use_.time += Clock::now() - started;
  ++use_.batches;
}

}  // namespace gpufft::opencl
