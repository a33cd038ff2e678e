// SPDX-License-Identifier: MIT
#include "daemon/outputs/power_survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "daemon/config/units.h"

namespace spectrumd {
namespace {

// As in rtl_power: MAXIMUM_RATE, MINIMUM_RATE, MAX_TUNES, half of DEFAULT_BUF_LENGTH.
constexpr std::int64_t kMostRate = 2'800'000, kLeastRate = 1'000'000, kMostHops = 3000;
constexpr std::size_t kLeastSamples = 8192;

constexpr double kFullScale = 127.5 * 256;  // its counts, times the scale of its windows
constexpr double kLeastPower = 1e-20;       // where there is nothing at all

struct HopRange {
  std::int64_t from, to, step;
};

HopRange parse_range(std::string_view text) {
  const std::size_t first = text.find(':');
  const std::size_t second = first == std::string_view::npos ? first : text.find(':', first + 1);
  const auto bad = [&] { return std::invalid_argument(fmt::format("Bad frequency range specification: {}", text)); };
  if (second == std::string_view::npos) throw bad();
  const auto from = parse_number(text.substr(0, first));
  const auto to = parse_number(text.substr(first + 1, second - first - 1)),
             step = parse_number(text.substr(second + 1));
  if (!from || !to || !step || *from < 0 || *to <= *from || *step < 1 || *to > 1e12) throw bad();
  return {static_cast<std::int64_t>(*from), static_cast<std::int64_t>(*to), static_cast<std::int64_t>(*step)};
}

std::int64_t uncropped(std::int64_t width, double crop) {
  return static_cast<std::int64_t>(static_cast<double>(width) / (1 - crop));
}

}  // namespace

std::size_t SurveyPlan::samples() const { return std::max(transform(), kLeastSamples / transform() * transform()); }

SurveyPlan plan_survey(std::string_view text, double crop, bool by_powers_of_two) {
  if (!(crop >= 0 && crop < 1)) throw std::invalid_argument("Crop value outside of 0 to 1.");
  const HopRange range = parse_range(text);
  const std::int64_t width = range.to - range.from;
  SurveyPlan plan{.crop = crop};
  std::int64_t hops = 1;
  while (hops <= kMostHops && uncropped(width / hops, crop) > kMostRate) ++hops;
  std::int64_t seen = width / hops;
  plan.rate = uncropped(seen, crop);
  if (plan.rate > 0 && plan.rate < kLeastRate) {
    plan.downsample = static_cast<std::size_t>(kMostRate / plan.rate);
    if (by_powers_of_two) plan.downsample = std::bit_floor(plan.downsample);
    plan.rate *= static_cast<std::int64_t>(plan.downsample);
  }
  constexpr std::size_t kMostFft = std::size_t{1} << 21;
  for (plan.fft = 2; plan.fft < kMostFft && plan.step() > static_cast<double>(range.step);) plan.fft *= 2;
  if (range.step >= kLeastRate) {
    plan = {.rate = range.step};
    seen = range.step;
    hops = width / range.step;
  }
  if (hops > kMostHops) throw std::invalid_argument("Error: bandwidth too wide.");
  if (hops < 1 || plan.rate < 1) throw std::invalid_argument("Error: the range is narrower than a bin.");
  for (std::int64_t hop = 0; hop < hops; ++hop) plan.hops.push_back(range.from + hop * seen + seen / 2);
  return plan;
}

SurveyFormat::SurveyFormat(const SurveyPlan& plan, const gpufft::Window& window, bool peak_hold, bool compat)
    : plan_(plan), peak_hold_(peak_hold), compat_(compat), scale_(127.5 * 127.5 * kLeastSamples) {
  if (plan.fft == 1) return;
  // Our levels are those of tones, whatever the window; those of rtl_power are not.
  const double gain = gpufft::window_gain(gpufft::window_points(window, plan.transform())).coherent_gain;
  scale_ = kFullScale * kFullScale * gain * gain * static_cast<double>(plan.downsample);
}

std::vector<double> SurveyFormat::powers(const gpufft::PowerRow& power) const {
  const auto& bins = peak_hold_ ? power.max : power.sum;
  const double share = peak_hold_ ? 1 : 1.0 / static_cast<double>(power.frames);
  if (plan_.fft == 1) return {std::accumulate(bins.begin(), bins.end(), 0.0) * share};
  const std::size_t first = (plan_.transform() - plan_.fft) / 2;
  std::vector<double> powers(bins.begin() + static_cast<std::ptrdiff_t>(first),
                             bins.begin() + static_cast<std::ptrdiff_t>(first + plan_.fft));
  for (double& value : powers) value *= share;
  powers[plan_.fft / 2] = powers[std::min(plan_.fft / 2 + 1, plan_.fft - 1)];  // what the radio hears of itself
  return powers;
}

std::string SurveyFormat::line(std::size_t hop, const gpufft::PowerRow& power) const {
  const std::size_t blocks = plan_.fft > 1 ? power.frames : power.frames * plan_.transform() / kLeastSamples;
  return line(hop, powers(power), blocks * plan_.downsample);
}

std::string SurveyFormat::head(std::size_t hop, std::size_t samples) const {
  const auto fft = static_cast<double>(plan_.fft);
  const auto kept = static_cast<std::int64_t>(fft * (1 - plan_.crop));
  const auto half = static_cast<std::int64_t>(static_cast<double>(plan_.rate) * static_cast<double>(kept) /
                                              (2 * fft * static_cast<double>(plan_.downsample)));
  return fmt::format("{}, {}, {:.2f}, {}", plan_.hops[hop] - half, plan_.hops[hop] + half, plan_.step(), samples);
}

std::string SurveyFormat::line(std::size_t hop, std::span<const double> powers, std::size_t samples) const {
  // With peak hold rtl_power divides a maximum by the number of transforms. This does the same.
  const double blocks = static_cast<double>(samples) / static_cast<double>(plan_.downsample);
  const double divisor = static_cast<double>(plan_.rate) * (peak_hold_ ? blocks : 1);
  const auto level = [&](double power) { return 10 * std::log10(std::max(power * scale_, kLeastPower) / divisor); };
  std::string text = head(hop, samples);
  const auto levels = powers.subspan(cropped(), plan_.fft - 2 * cropped());
  for (const double power : levels) text += fmt::format(", {:.2f}", level(power));
  if (compat_) text += fmt::format(", {:.2f}", level(levels.back()));
  return text;
}

std::string SurveyFormat::line_without_data(std::size_t hop) const {
  std::string text = head(hop, 0);
  for (std::size_t level = 0; level < plan_.fft - 2 * cropped() + (compat_ ? 1 : 0); ++level) text += ", nan";
  return text;
}

}  // namespace spectrumd
