// SPDX-License-Identifier: MIT
#include "gpufft/cuda/spectrum.h"

#include <algorithm>
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

#include "gpufft/backend.h"
#include "gpufft/cuda/kernels/elements.h"
#include "gpufft/samples/samples.h"

namespace gpufft::cuda {
namespace {

// Per piece. Copies of this size run at full speed, and three pieces need little memory.
constexpr std::size_t kBytesTogether = std::size_t{8} << 20, kMostFramesTogether = 65536;

std::size_t frames_together(const SpectrumRequest& request) {
  const std::size_t sample = bytes_per_sample(request.format);
  const std::size_t advance = std::max(request.hop, request.bins) * sample;  // points between frames are copied as well
  return std::clamp<std::size_t>(kBytesTogether / advance, 1, kMostFramesTogether);
}

bool is_pinned(const std::byte* memory) {
  cudaPointerAttributes attributes{};
  const bool known = cudaPointerGetAttributes(&attributes, memory) == cudaSuccess;
  cudaGetLastError();  // unknown memory is an answer, not an error
  return known && attributes.type == cudaMemoryTypeHost;
}

// Long rows take as long as a piece does to arrive: loops that the compiler can vectorise.
void fold(const float* __restrict levels, PowerRow& row) {
  const std::size_t bins = row.sum.size();
  float* __restrict sum = row.sum.data(), * __restrict max = row.max.data(), * __restrict min = row.min.data();
  for (std::size_t bin = 0; bin < bins; ++bin) sum[bin] += levels[bin];
  levels += bins;
  for (std::size_t bin = 0; bin < bins; ++bin) max[bin] = levels[bin] > max[bin] ? levels[bin] : max[bin];
  levels += bins;
  for (std::size_t bin = 0; bin < bins; ++bin) min[bin] = levels[bin] < min[bin] ? levels[bin] : min[bin];
}

}  // namespace

HostSpectrum::Work::Work(const SpectrumRequest& request, std::size_t frames_together)
    : spectrum(plan_device_spectrum(request, {frames_together, 1, true})),
      levels(3 * request.bins),
      row(3 * request.bins),
      staged_row(3 * request.bins) {
  for (Piece& piece : pieces) {
    piece.staged_iq = PinnedMemory<std::byte>(bytes_of(request, frames_together));
    piece.iq = DeviceMemory<std::byte>(bytes_of(request, frames_together));
    if (!request.remove_dc) continue;
    piece.staged_zeros = PinnedMemory<Point>(frames_together);
    piece.zeros = DeviceMemory<Point>(frames_together);
  }
}

bool HostSpectrum::Work::under_way() const {
  const bool ended = cudaStreamQuery(copying) != cudaErrorNotReady && cudaStreamQuery(working) != cudaErrorNotReady;
  cudaGetLastError();  // failed work has ended, too
  return !ended;
}

class HostSpectrum::HeldWork {
 public:
  // Never destroyed: a hanging device would keep the program from ending.
  static HeldWork& get() {
    static auto* const all = new HeldWork;
    return *all;
  }
  void add(std::unique_ptr<Work> work) {
    const std::scoped_lock lock(mutex_);
    held_.push_back(std::move(work));
  }
  std::size_t release_ended() {
    const std::scoped_lock lock(mutex_);
    std::erase_if(held_, [](const auto& work) { return !work->under_way(); });
    return held_.size();
  }

 private:
  std::mutex mutex_;  // guards the members below
  std::vector<std::unique_ptr<Work>> held_;
};

HostSpectrum::HostSpectrum(const SpectrumRequest& request)
    : request_(request),
      frames_together_(frames_together(request)),
      zero_(request),
      work_(std::make_unique<Work>(request, frames_together_)) {}

HostSpectrum::~HostSpectrum() {
  if (work_->under_way()) HeldWork::get().add(std::move(work_));
}

std::size_t HostSpectrum::held_plans() { return HeldWork::get().release_ended(); }

void HostSpectrum::accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) {
  if (frames == 0) return;
  assert(row.sum.size() == request_.bins);
  deadline_ = std::chrono::steady_clock::now() + request_.deadline;
  iq = iq.first(bytes_of(request_, frames));
  zero_.begin(iq);
  const bool pinned = is_pinned(iq.data());
  work_->start.record(work_->working);
  for (std::size_t done = 0, turn = 0; done < frames; ++turn) {
    const std::size_t count = std::min(frames_together_, frames - done);
    Piece& piece = work_->pieces[turn % work_->pieces.size()];
    if (turn >= work_->pieces.size()) wait_for(piece.done);
    const auto part = part_of(iq, done, count);
    if (request_.remove_dc) set_zeros(piece, part, count);
    send(piece, part, pinned);
    work_on(piece, count, done == 0);
    done += count;
  }
  fetch(row, frames);
}

std::span<const std::byte> HostSpectrum::part_of(std::span<const std::byte> iq, std::size_t first,
                                                 std::size_t frames) const {
  const std::size_t hop = request_.hop * bytes_per_sample(request_.format);
  return iq.subspan(first * hop, bytes_of(request_, frames));
}

void HostSpectrum::set_zeros(Piece& piece, std::span<const std::byte> iq, std::size_t frames) {
  for (std::size_t i = 0; i < frames; ++i) {
    const auto zero = zero_.next(part_of(iq, i, 1));
    piece.staged_zeros.values()[i] = {zero.real(), zero.imag()};
  }
  check(cudaMemcpyAsync(piece.zeros.data(), piece.staged_zeros.data(), frames * sizeof(Point), cudaMemcpyHostToDevice,
                        work_->copying),
        "means to the device");
}

void HostSpectrum::send(Piece& piece, std::span<const std::byte> iq, bool pinned) {
  if (!pinned) std::ranges::copy(iq, piece.staged_iq.data());
  const std::byte* const from = pinned ? iq.data() : piece.staged_iq.data();
  check(cudaMemcpyAsync(piece.iq.data(), from, iq.size(), cudaMemcpyHostToDevice, work_->copying),
        "samples to the device");
  piece.there.record(work_->copying);
}

void HostSpectrum::work_on(const Piece& piece, std::size_t frames, bool first) {
  const auto bins = static_cast<unsigned>(request_.bins);
  check(cudaStreamWaitEvent(work_->working, piece.there), "samples on the device");
  work_->spectrum->run(piece.iq.data(), piece.zeros.data(), {frames, 1, true},
                       first ? work_->row.data() : work_->levels.data(), work_->working);
  if (!first) add_row(work_->levels.data(), bins, work_->row.data(), work_->working);
  piece.done.record(work_->working);
}

// Polls busily at first, as pieces are short work; gives up a hanging device at the deadline.
void HostSpectrum::wait_for(const Event& event) {
  using namespace std::chrono_literals;
  const auto busy_until = std::chrono::steady_clock::now() + 200us;
  for (;;) {
    const auto result = cudaEventQuery(event);
    if (result == cudaSuccess) return;
    if (result != cudaErrorNotReady) check(result, "a spectrum");
    const auto now = std::chrono::steady_clock::now();
    if (now > deadline_)
      throw DeviceError("cuda: no answer in " + std::to_string(request_.deadline.count()) + " ms, the device hangs");
    if (now > busy_until) std::this_thread::sleep_for(50us);
  }
}

void HostSpectrum::fetch(PowerRow& row, std::size_t frames) {
  check(cudaMemcpyAsync(work_->staged_row.data(), work_->row.data(), work_->row.bytes(), cudaMemcpyDeviceToHost,
                        work_->working),
        "a row back");
  work_->end.record(work_->working);
  wait_for(work_->end);
  fold(work_->staged_row.data(), row);
  row.frames += frames;
  ++use_.batches;
  use_.time += std::chrono::duration<double>(seconds_between(work_->start, work_->end));
}

}  // namespace gpufft::cuda
