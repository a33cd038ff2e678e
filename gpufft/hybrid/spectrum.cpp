// SPDX-License-Identifier: MIT
#include "gpufft/hybrid/spectrum.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "gpufft/samples/samples.h"

namespace gpufft::hybrid {
namespace {

constexpr std::size_t kPointsAtOnce = std::size_t{1} << 20;  // of frames whose mean is subtracted

}  // namespace

SpectrumRequest HybridSpectrum::share_of(SpectrumRequest request) {
  if (!request.remove_dc) return request;
  request.format = SampleFormat::Cf32;
  request.hop = request.bins;
  request.remove_dc = false;
  return request;
}

HybridSpectrum::HybridSpectrum(const Backend& processor, const Backend& accelerator, double processor_cap,
                               const SpectrumRequest& request, Pair::Clock clock)
    : asked_(request),
      planned_(share_of(request)),
      scale_(request.bins, static_cast<float>(1 / scale_of(request.format).full)),
      zero_(request),
      on_processor_(processor.plan_spectrum(planned_)),
      on_accelerator_(accelerator.plan_spectrum(planned_)),
      at_once_(request.remove_dc ? std::max<std::size_t>(2, kPointsAtOnce / request.bins)
                                 : std::numeric_limits<std::size_t>::max()),
      frames_(request.remove_dc ? at_once_ * request.bins : 0),
      pair_(processor_cap, clock) {
  for (PowerRow* const row : {&own_, &others_, &call_}) row->clear(request.bins);
}

std::span<const std::byte> HybridSpectrum::without_dc(std::span<const std::byte> iq, std::size_t frames) {
  const std::size_t bins = asked_.bins;
  for (std::size_t i = 0; i < frames; ++i) {
    const auto frame = frames_of(asked_, iq, i, 1);
    load_frame(asked_.format, frame, zero_.next(frame), scale_, std::span(frames_).subspan(i * bins, bins));
  }
  return std::as_bytes(std::span(frames_).first(frames * bins));
}

// Each fills a separate row, unless it does all frames.
void HybridSpectrum::split(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) {
  bool shared = false;
  const auto fold = [&](Spectrum& spectrum, PowerRow& part, std::size_t first, std::size_t count) {
    if (count == frames) return spectrum.accumulate(iq, frames, row);
    part.clear(asked_.bins);
    spectrum.accumulate(frames_of(planned_, iq, first, count), count, part);
  };
  pair_.share(
      frames, [&](std::size_t first, std::size_t count) { fold(*on_processor_, own_, first, count); },
      [&](std::size_t first, std::size_t count) {
        shared = count < frames;
        fold(*on_accelerator_, others_, first, count);
      });
  if (!shared) return;
  row.fold(own_);
  row.fold(others_);
}

void HybridSpectrum::accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) {
  if (frames == 0) return;
  assert(row.sum.size() == asked_.bins);
  iq = iq.first(bytes_of(asked_, frames));
  if (!asked_.remove_dc) return split(iq, frames, row);
  zero_.begin(iq);
  call_.clear(asked_.bins);
  for (std::size_t done = 0; done < frames;) {
    const std::size_t count = std::min(at_once_, frames - done);
    split(without_dc(frames_of(asked_, iq, done, count), count), count, call_);
    done += count;
  }
  row.fold(call_);
}

}  // namespace gpufft::hybrid
