// SPDX-License-Identifier: MIT
#include "gpufft/channels/channel.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "gpufft/backend.h"
#include "gpufft/channels/low_pass.h"
#include "gpufft/tables/double_fft.h"
#include "gpufft/tables/product.h"

namespace gpufft {
namespace {

constexpr std::size_t kBins = 8;            // divides the points of a transform back: half its overlap is whole
constexpr std::size_t kTurnsTogether = 64;  // samples turned by one table
constexpr double kResolution = 1000;        // parts of a hertz in a rate
constexpr double kWidest = 0.95;            // part of the rate; a filter for more would be too long

// The filter's response lasts as long as the overlap.
double transition(const BandShape& band) { return kTransitionTaps * 4 * band.bin(); }

// In all bins, so that what is left out of a transform back was stopped.
double least_rate(const BandShape& band, const ChannelRequest& request) {
  return request.bandwidth + 2 * (transition(band) + band.bin());
}

std::size_t smooth_from(std::size_t length, std::size_t step) {
  length = (length + step - 1) / step * step;
  while (!is_smooth(length)) length += step;
  return length;
}

// The points of the transform back: those of the rate itself where they are whole, else enough to resample from.
std::size_t length_for(const BandShape& band, const ChannelRequest& request) {
  const double bins = request.rate * static_cast<double>(band.length) / band.rate;
  const double least = least_rate(band, request);
  if (request.rate >= least && std::fmod(bins, kBins) == 0) return static_cast<std::size_t>(bins);
  const double enough = std::max(least, std::min(request.rate, band.rate));
  return std::min(smooth_from(static_cast<std::size_t>(std::ceil(enough / band.bin())), kBins), band.length);
}

// Real, as it is that of a filter around time 0; with the scale of both transforms.
std::vector<float> response_of(const BandShape& band, std::size_t length, double rate, double cutoff) {
  const std::size_t half = length / 8;
  const std::vector<double> taps = low_pass(cutoff / rate, 2 * half + 1);
  std::vector<std::complex<double>> around(length);
  for (std::size_t i = 0; i < taps.size(); ++i) around[(i + length - half) % length] = taps[i];
  std::vector<float> response;
  for (const auto& value : transform_in_double(around))
    response.push_back(static_cast<float>(value.real() / static_cast<double>(band.length)));
  return response;
}

std::int64_t modulo(std::int64_t value, std::int64_t of) { return (value % of + of) % of; }

std::complex<float> rotation(double turns) {
  const double angle = 2 * std::numbers::pi * turns;
  return {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
}

double part_of_turn(std::uint64_t turn) { return std::ldexp(static_cast<double>(turn), -64); }

}  // namespace

void Channel::check(const BandShape& band, const ChannelRequest& request) {
  const auto refuse = [](const std::string& why) { throw PlanError("channel: " + why); };
  if (!(request.rate > 0) || !(request.rate <= band.rate / 2))
    refuse("its rate is not over 0 and up to half the band's");
  if (!(request.bandwidth > 0) || !(request.bandwidth <= kWidest * request.rate))
    refuse("its bandwidth is not over 0 and up to 95 % of its rate");
  if (!(std::abs(request.center) + request.bandwidth / 2 <= band.rate / 2)) refuse("it is not within the band");
}

Channel::Channel(const BandShape& band, const ChannelRequest& request)
    : band_(band), request_((check(band, request), request)), length_(length_for(band, request)) {
  const double rate = static_cast<double>(length_) * band.rate / static_cast<double>(band.length);
  const double pass = request.bandwidth / 2 + band.bin();  // the middle may be half a bin off
  response_ = response_of(band, length_, rate, pass + transition(band) / 2);
  back_ = processor_backend().plan_fft({.length = length_, .direction = Direction::Inverse});
  points_.resize(length_);
  if (rate != request.rate)
    resampler_.emplace(ratio_of(static_cast<std::uint64_t>(std::llround(kResolution * band.rate)) * length_,
                                static_cast<std::uint64_t>(std::llround(kResolution * request.rate)) * band.length),
                       request.bandwidth / 2 / rate);
  set_center(request.center);
}

void Channel::set_center(double center) {
  request_.center = center;
  middle_ = std::llround(center / band_.bin());
  const double off = center - static_cast<double>(middle_) * band_.bin();
  const double turns = -off / (static_cast<double>(length_) * band_.bin());
  step_ = static_cast<std::uint64_t>(static_cast<std::int64_t>(std::ldexp(turns, 62))) << 2;
  turns_.clear();
  for (std::size_t i = 0; i < kTurnsTogether; ++i) turns_.push_back(rotation(part_of_turn(step_ * i)));
}

double Channel::stop_edge() const {
  const double filter = request_.bandwidth / 2 + band_.bin() + transition(band_) + band_.bin() / 2;
  return resampler_ ? std::max(request_.rate - request_.bandwidth / 2, request_.bandwidth / 2) : filter;
}

// Bins beyond the ends of the band are empty: its upper end is not next to its lower one.
void Channel::filter(std::span<const std::complex<float>> spectrum) {
  const auto length = static_cast<std::int64_t>(length_), all = static_cast<std::int64_t>(band_.length);
  if (std::abs(middle_) + length / 2 > all / 2) std::ranges::fill(points_, std::complex<float>());
  // Those from..end of the band, a half of it; `at` is where they are in its spectrum.
  const auto copy_half = [&](std::int64_t from, std::int64_t end, std::int64_t at) {
    const auto copy = [&](std::int64_t first, std::int64_t last, std::int64_t to) {  // a half of the channel
      const std::int64_t begin = std::max(first, from), count = std::min(last, end) - begin;
      const auto* const in = spectrum.data() + at + (begin - from);
      const float* const response = response_.data() + to + (begin - first);
      auto* const out = points_.data() + to + (begin - first);
      for (std::int64_t i = 0; i < count; ++i) out[i] = in[i] * response[i];
    };
    copy(middle_, middle_ + length / 2, 0);
    copy(middle_ - length / 2, middle_, length / 2);
  };
  copy_half(0, all / 2, 0);
  copy_half(-all / 2, 0, all / 2);
}

// From the phase at the start of the transform to that at sample 0 of the band.
double Channel::turned_at(std::int64_t block) const {
  const auto all = static_cast<std::int64_t>(band_.length);
  const std::int64_t start =
      block * static_cast<std::int64_t>(band_.advance) - static_cast<std::int64_t>(band_.overlap());
  return -static_cast<double>(modulo(modulo(middle_, all) * modulo(start, all), all)) / static_cast<double>(all);
}

void Channel::turn(std::int64_t block) {
  const double turned = turned_at(block);
  if (step_ == 0 && turned == 0) return;  // every fourth bin needs none
  std::uint64_t phase = step_ * static_cast<std::uint64_t>(first_sample_);
  const std::span<std::complex<float>> used = std::span(points_).subspan(overlap() / 2, advance());
  for (std::size_t done = 0; done < used.size(); done += kTurnsTogether) {
    const std::complex<float> base = rotation(turned + part_of_turn(phase));
    const std::size_t count = std::min(kTurnsTogether, used.size() - done);
    for (std::size_t i = 0; i < count; ++i) used[done + i] = product(used[done + i], product(base, turns_[i]));
    phase += step_ * kTurnsTogether;
  }
}

std::span<const std::complex<float>> Channel::take(const BandBlock& block) {
  const std::int64_t first =
      block.number * static_cast<std::int64_t>(advance()) - static_cast<std::int64_t>(overlap() / 2);
  first_sample_ = first;
  filter(block.spectrum);
  back_->transform(points_, points_);
  turn(block.number);
  const auto used = std::span(points_).subspan(overlap() / 2, advance());
  if (!resampler_) return used;
  if (!last_block_ || *last_block_ + 1 != block.number) resampler_->restart(first);
  last_block_ = block.number;
  samples_.clear();
  first_sample_ = resampler_->next_out();
  resampler_->take(used, samples_);
  return samples_;
}

}  // namespace gpufft
