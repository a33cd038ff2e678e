// SPDX-License-Identifier: MIT
#include "daemon/channels/open_channel.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "gpufft/backend.h"

namespace spectrumd {
namespace {

constexpr double kWidest = 0.95;  // part of the rate

gpufft::ChannelRequest request_of(const ChannelSettings& settings, Hertz band_center) {
  return {.center = settings.center.value - band_center.value, .rate = settings.rate, .bandwidth = settings.bandwidth};
}

std::chrono::nanoseconds nanoseconds(double seconds) { return std::chrono::nanoseconds(std::llround(seconds * 1e9)); }

}  // namespace

void check_channel(const ChannelSettings& settings, const Tuned& tuned) {
  const auto refuse = [](const std::string& field, const std::string& reason) {
    throw ChannelRefused("bad_value", field, field + ": " + reason);
  };
  const double fastest = tuned.rate.value / 2, widest = kWidest * settings.rate;
  const Hertz from{tuned.center.value - fastest}, to{tuned.center.value + fastest};
  if (!(settings.rate >= kLeastChannelRate && settings.rate <= fastest))
    refuse("rate", fmt::format("{} to {} are possible, half of what the radio has", format_number(kLeastChannelRate),
                               format_number(fastest)));
  if (!(settings.bandwidth > 0 && settings.bandwidth <= widest))
    refuse("bandwidth",
           fmt::format("up to {} is possible, {:.0f} % of the rate", format_number(widest), kWidest * 100));
  if (!(settings.center.value - settings.bandwidth / 2 >= from.value &&
        settings.center.value + settings.bandwidth / 2 <= to.value))
    refuse("center", fmt::format("{} is outside of the band received, {} to {}", format_number(settings.center.value),
                                 format_number(from.value), format_number(to.value)));
}

void OpenChannel::set(const ChannelSettings& settings) {
  const bool same_filter = settings.rate == settings_.rate && settings.bandwidth == settings_.bandwidth;
  if (!same_filter) channel_.reset();
  counts_anew_ = counts_anew_ || settings.rate != settings_.rate;
  settings_ = settings;
  changed_ = true;
  failed_ = false;
}

double OpenChannel::number_of(const ReceivedBand& band, double sample) const {
  return sample * settings_.rate / band.shape.rate;
}

Time OpenChannel::time_of(const ReceivedBand& band, double number) const {
  return band.time + nanoseconds(number / settings_.rate - static_cast<double>(band.sample) / band.shape.rate);
}

// What was on the air since the last sample is missing, by the clock: the numbers of two stretches need not have the
// same beginning.
void OpenChannel::begin(const ReceivedBand& band) {
  channel_.reset();
  changed_ = true;
  next_ = start_ = static_cast<std::int64_t>(std::ceil(number_of(band, static_cast<double>(band.sample))));
  const Time now = time_of(band, static_cast<double>(start_));
  const bool same_clock = std::exchange(clock_, band.epoch.number) == band.epoch.number;  // else it was stepped
  if (std::exchange(counts_anew_, false) || !same_clock || !next_time_ || now <= *next_time_) return;
  next_ -= std::llround(std::chrono::duration<double>(now - *next_time_).count() * settings_.rate);
}

void OpenChannel::tune(const ReceivedBand& band) {
  changed_ = false;
  const gpufft::ChannelRequest request = request_of(settings_, band.tuned.center);
  try {
    if (channel_) {
      gpufft::Channel::check(band.shape, request);
      channel_->set_center(request.center);
    } else {
      channel_.emplace(band.shape, request);
    }
    waits_for_.clear();
  } catch (const gpufft::PlanError&) {
    channel_.reset();
    waits_for_ = fmt::format("{}Hz is outside of the band received", format_number(settings_.center.value));
  }
}

void OpenChannel::take(const ReceivedBand& band, const gpufft::BandBlock& block) try {
  if (!failed_) make(band, block);
} catch (const std::exception& error) {
  spdlog::warn("channel at {}Hz: {}", format_number(settings_.center.value), error.what());
  failed_ = true;
  channel_.reset();
  waits_for_ = error.what();
}

void OpenChannel::make(const ReceivedBand& band, const gpufft::BandBlock& block) {
  if (changed_) tune(band);
  if (std::exchange(counts_anew_, false)) {
    const double begin = static_cast<double>(block.number) * static_cast<double>(band.shape.advance);
    next_ = start_ = static_cast<std::int64_t>(std::ceil(number_of(band, begin)));
  }
  if (channel_) {
    const auto samples = channel_->take(block);
    hand_on(band, channel_->first_sample(), samples);
  } else {
    const double end = static_cast<double>(block.number + 1) * static_cast<double>(band.shape.advance);
    hand_on(band, static_cast<std::int64_t>(number_of(band, end)), {});
  }
}

void OpenChannel::hand_on(const ReceivedBand& band, std::int64_t first, std::span<const std::complex<float>> samples) {
  const auto before = static_cast<std::size_t>(std::max<std::int64_t>(start_ - first, 0));  // of silence
  samples = samples.subspan(std::min(before, samples.size()));
  first += static_cast<std::int64_t>(before);
  const auto lost = static_cast<std::uint64_t>(std::max<std::int64_t>(first - next_, 0));
  if (samples.empty() && lost == 0) return;
  next_ = std::max(next_, first + static_cast<std::int64_t>(samples.size()));
  next_time_ = time_of(band, static_cast<double>(next_));
  samples_ += samples.size();
  lost_ += lost;
  sink_->take({.lost_before = lost,
               .samples = samples,
               .rate = settings_.rate,
               .time = time_of(band, static_cast<double>(first)),
               .epoch = band.epoch,
               .generation = band.tuned.generation,
               .band_center = band.tuned.center,
               .demo = band.demo});
}

}  // namespace spectrumd
