// SPDX-License-Identifier: MIT
#include "daemon/outputs/picture/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "daemon/outputs/local_time.h"
#include "daemon/outputs/picture/font.h"

namespace spectrumd {
namespace {

// In pixels of the font.
constexpr std::size_t kMargin = 6, kTick = 4, kLine = kGlyphHeight + 4, kBar = 10;
constexpr std::size_t kLargeColumns = 1000;                                   // from here on the font is magnified
constexpr std::size_t kFrequencyRoom = 100, kLineRoom = 24, kLevelRoom = 30;  // between two ticks
constexpr std::size_t kLevelCharacters = 6;                                   // "-100", "dBFS"

const PicturePlan& checked(const PicturePlan& plan) {
  if (plan.since >= plan.until || !(plan.from < plan.to) || plan.columns == 0 || plan.lines == 0)
    throw std::invalid_argument("the picture is empty");
  if (plan.lines > kMostPicturePixels / plan.columns)
    throw std::invalid_argument(
        fmt::format("{} x {} pixels exceed the {} of a picture", plan.columns, plan.lines, kMostPicturePixels));
  return plan;
}

std::size_t scale_of(const PicturePlan& plan) { return plan.columns < kLargeColumns ? 1 : 2; }

std::string moment_text(Time time) {
  const ClockTime clock = local_clock(time);
  return fmt::format("{} {} {}", date_text(clock.date), clock_text(clock, true), clock.zone);
}

std::string title_of(const PicturePlan& plan) {
  const std::string period = fmt::format("{} to {}", moment_text(plan.since), moment_text(plan.until));
  return plan.station.empty() ? period : fmt::format("{}, {}", plan.station, period);
}

std::string facts_of(const PicturePlan& plan) {
  const double span = plan.to.value - plan.from.value;
  std::string text = fmt::format("center {:.6g} MHz, span {:.6g} MHz", (plan.from.value + span / 2) / 1e6, span / 1e6);
  if (plan.rbw_hz > 0) text += fmt::format(", RBW {:.1f} Hz", plan.rbw_hz);
  return fmt::format("{}, {} detector", text, to_string(plan.detector));
}

std::ptrdiff_t of(std::size_t pixels) { return static_cast<std::ptrdiff_t>(pixels); }

// Text around `x`, but inside of the sheet.
void write_around(Sheet& sheet, std::size_t x, std::size_t y, std::string_view text, std::size_t scale) {
  const auto width = of(text_width(text) * scale);
  const auto left =
      std::clamp<std::ptrdiff_t>(of(x) - width / 2, 0, std::max<std::ptrdiff_t>(0, of(sheet.width()) - width));
  sheet.write(left, of(y), text, scale, kTextInk);
}

}  // namespace

Picture::Picture(const PicturePlan& plan)
    : plan_(checked(plan)),
      plane_(plan.since, plan.until, {plan.from, plan.to, plan.columns}, plan.lines, plan.detector),
      times_(time_ticks(plan.since, plan.until, plan.lines / (kLineRoom * scale_of(plan)) + 1)),
      layout_(lay_out()) {}

Picture::Layout Picture::lay_out() const {
  const std::size_t scale = scale_of(plan_);
  std::size_t label = 0;
  for (const TimeTick& tick : times_) label = std::max(label, tick.label.size());
  return {.scale = scale,
          .left = (2 * kMargin + kTick + label * kGlyphAdvance) * scale,
          .top = (2 * kMargin + 2 * kLine + kTick) * scale,
          .right = (2 * kMargin + kBar + kTick + kLevelCharacters * kGlyphAdvance) * scale,
          .bottom = (kMargin + kTick + kLine) * scale};
}

Picture::Place Picture::place_of(Hertz frequency, Time time) const {
  const double across = (frequency.value - plan_.from.value) / (plan_.to.value - plan_.from.value);
  const double down =
      static_cast<double>((time - plan_.since).count()) / static_cast<double>((plan_.until - plan_.since).count());
  const auto pixel = [](double share, std::size_t pixels) {
    return static_cast<std::size_t>(
        std::clamp(std::floor(share * static_cast<double>(pixels)), 0.0, static_cast<double>(pixels - 1)));
  };
  return {layout_.left + pixel(across, plan_.columns), layout_.top + pixel(down, plan_.lines)};
}

void Picture::draw_levels(Sheet& sheet, const LevelRange& range) const {
  for (std::size_t y = 0; y < plan_.lines; ++y) {
    const auto levels = plane_.line(y);
    const auto pixels = sheet.line(layout_.top + y).subspan(layout_.left, plan_.columns);
    std::ranges::transform(levels, pixels.begin(), [&](Centibel level) { return colour_of(level, range); });
  }
}

void Picture::draw_title(Sheet& sheet) const {
  const std::size_t scale = layout_.scale;
  sheet.write(of(kMargin * scale), of(kMargin * scale), title_of(plan_), scale, kTextInk);
  sheet.write(of(kMargin * scale), of((kMargin + kLine) * scale), facts_of(plan_), scale, kTextInk);
}

void Picture::draw_frequencies(Sheet& sheet) const {
  const std::size_t scale = layout_.scale, below = layout_.top + plan_.lines;
  const FrequencyTicks axis = frequency_ticks(plan_.from, plan_.to, plan_.columns / (kFrequencyRoom * scale) + 1);
  for (const FrequencyTick& tick : axis.ticks) {
    const std::size_t x = place_of(tick.at, plan_.since).x;
    sheet.fill(of(x), of(below), scale, kTick * scale, kTextInk);
    write_around(sheet, x, below + (kTick + 2) * scale, tick.label, scale);
  }
  sheet.write(of(layout_.left + plan_.columns + kMargin * scale), of(below + (kTick + 2) * scale), axis.unit, scale,
              kTextInk);
}

void Picture::draw_times(Sheet& sheet) const {
  const std::size_t scale = layout_.scale, right = layout_.left - kTick * scale;
  for (const TimeTick& tick : times_) {
    const std::size_t y = place_of(plan_.from, tick.at).y;
    sheet.fill(of(right), of(y), kTick * scale, scale, kTextInk);
    sheet.write(of(right - kMargin * scale) - of(text_width(tick.label) * scale), of(y) - of(kGlyphHeight / 2 * scale),
                tick.label, scale, kTextInk);
  }
}

void Picture::draw_scale(Sheet& sheet, const LevelRange& range) const {
  const std::size_t scale = layout_.scale, left = layout_.left + plan_.columns + kMargin * scale;
  const auto level_at = [&](std::size_t y) {
    const double way = 1 - static_cast<double>(y) / static_cast<double>(std::max<std::size_t>(1, plan_.lines - 1));
    return static_cast<Centibel>(std::lround(range.low + way * (range.high - range.low)));
  };
  for (std::size_t y = 0; y < plan_.lines; ++y)
    sheet.fill(of(left), of(layout_.top + y), kBar * scale, 1, colour_of(level_at(y), range));
  const double low = decibels(range.low), high = decibels(range.high);
  for (const double db : level_ticks(low, high, plan_.lines / (kLevelRoom * scale) + 1)) {
    const double way = (high - db) / std::max(0.01, high - low);
    const std::size_t y = layout_.top + static_cast<std::size_t>(way * static_cast<double>(plan_.lines - 1));
    sheet.fill(of(left + kBar * scale), of(y), kTick * scale, scale, kTextInk);
    sheet.write(of(left + (kBar + kTick + 2) * scale), of(y) - of(kGlyphHeight / 2 * scale), fmt::format("{:.0f}", db),
                scale, kTextInk);
  }
  sheet.write(of(left), of(layout_.top - kLine * scale), plan_.unit, scale, kTextInk);
}

void Picture::write(const ByteSink& sink) const {
  const LevelRange range = plan_.range.value_or(plane_.usual_range());
  Sheet sheet(layout_.left + plan_.columns + layout_.right, layout_.top + plan_.lines + layout_.bottom, kPaperInk);
  draw_levels(sheet, range);
  draw_title(sheet);
  draw_frequencies(sheet);
  draw_times(sheet);
  draw_scale(sheet, range);
  write_png(sheet, picture_colours(), sink);
}

}  // namespace spectrumd
