// SPDX-License-Identifier: MIT
#include "daemon/feeds/rigctl/receiver_rig.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "daemon/config/key_values.h"
#include "daemon/feeds/usable_band.h"
#include "daemon/pipeline/view.h"
#include "daemon/server/context.h"
#include "daemon/server/endpoints/tuning.h"
#include "daemon/server/http/request_error.h"

namespace spectrumd {
namespace {

constexpr auto kLongestWait = std::chrono::milliseconds(1000);    // without a request
constexpr auto kBetweenRetunes = std::chrono::milliseconds(100);  // a program that probes the dial sets it three times

// S9 by the recommendation of the IARU, below and above 30 MHz.
constexpr double kS9Dbm = -73, kS9VhfDbm = -93;
constexpr Hertz kVhf{30e6};

Tuning tuned_to(Tuning tuning, Hertz center) {
  tuning.center = center;
  tuning.span.reset();
  return tuning;
}

}  // namespace

Hertz ReceiverRig::frequency() const {
  const std::scoped_lock lock(mutex_);
  return place();
}

Hertz ReceiverRig::place() const {
  const Tuning tuning = context_.receiver.settings()->tuning;
  if (dial_ && (retune_ || is_in(usable_band(tuning), *dial_))) return *dial_;
  if (!tuning.span) return tuning.center;
  return {(tuning.span->from.value + tuning.span->to.value) / 2};
}

RigError ReceiverRig::tune(Hertz frequency, const std::string& address) {
  const bool in_band = is_in(usable_band(context_.receiver.settings()->tuning), frequency);
  if (!in_band && !may_tune_) return RigError::Rejected;
  if (const RigError error = in_band ? RigError::None : check(frequency); error != RigError::None) return error;
  const std::scoped_lock lock(mutex_);
  dial_ = frequency;
  retune_.reset();
  if (!in_band) retune_ = {.center = frequency, .address = address};
  return RigError::None;
}

RigError ReceiverRig::check(Hertz center) const {
  const auto settings = context_.receiver.settings();
  try {
    context_.receiver.check(tuned_to(settings->tuning, center_of(number_json(center.value))), settings->analysis);
    return RigError::None;
  } catch (const KeyError& error) {
    spdlog::debug("rigctl: {}", error.what());
  } catch (const TuningRefused& refusal) {
    spdlog::debug("rigctl: {}", refusal.what());
  }
  return RigError::Invalid;
}

RigMode ReceiverRig::mode() const {
  const std::scoped_lock lock(mutex_);
  return mode_;
}

void ReceiverRig::set_mode(RigMode mode) {
  const std::scoped_lock lock(mutex_);
  mode_ = std::move(mode);
}

// The strongest mean level in the pass band.
std::optional<double> ReceiverRig::strength_db() const {
  const RowPtr row = context_.history.latest();
  if (!row) return std::nullopt;
  const Dial now = dial();
  const double half = std::max(row->bin_width().value, now.width_hz / 2.0);
  const View view{.from = Hertz{now.frequency.value - half}, .to = Hertz{now.frequency.value + half}, .bins = 1};
  const auto levels = levels_in(*row, Detector::Mean, window_of(*row, row->bins(), view));
  if (levels.empty() || levels.front() == kNoLevel) return std::nullopt;
  const double level = decibels(levels.front());
  if (!context_.receiver.settings()->dbm_offset) return level;
  return level - (now.frequency < kVhf ? kS9Dbm : kS9VhfDbm);
}

std::optional<ReceiverRig::Retune> ReceiverRig::retune_due(Clock::time_point now) {
  const std::scoped_lock lock(mutex_);
  if (!retune_ || now < retunes_again_) return std::nullopt;
  retunes_again_ = now + kBetweenRetunes;
  return retune_;
}

// The dial stays where it was requested until the radio has been tuned, so that it never reads the center of before.
std::chrono::milliseconds ReceiverRig::apply(Clock::time_point now) {
  if (const auto retune = retune_due(now)) {
    try {
      apply_tuning(context_, {{"center", number_json(retune->center.value)}},
                   {.via = "rigctl", .address = retune->address});
    } catch (const RequestError& error) {
      context_.events.add("rigctl", error.what());
    }
    const std::scoped_lock lock(mutex_);
    if (retune_ && retune_->center == retune->center) retune_.reset();
  }
  const std::scoped_lock lock(mutex_);
  if (!retune_) return kLongestWait;
  return std::max(std::chrono::milliseconds(0), std::chrono::ceil<std::chrono::milliseconds>(retunes_again_ - now));
}

Dial ReceiverRig::dial() const {
  const std::scoped_lock lock(mutex_);
  return {.frequency = place(), .mode = mode_.name, .width_hz = mode_.width_hz};
}

bool ReceiverRig::was_set() const {
  const std::scoped_lock lock(mutex_);
  return dial_.has_value();
}

}  // namespace spectrumd
