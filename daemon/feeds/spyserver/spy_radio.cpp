// SPDX-License-Identifier: MIT
#include "daemon/feeds/spyserver/spy_radio.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "daemon/config/key_values.h"
#include "daemon/server/context.h"
#include "daemon/server/endpoints/tuning.h"
#include "daemon/server/http/request_error.h"

namespace spectrumd::spy {
namespace {

constexpr double kUsableBand = 0.8;  // of the rate
constexpr auto kBetweenChanges = std::chrono::milliseconds(100);

unsigned bits_of(gpufft::SampleFormat format) {
  return format == gpufft::SampleFormat::Cu8 || format == gpufft::SampleFormat::Cs8 ? 8 : 16;
}

}  // namespace

void SpyRadio::look() {
  const ReceiverStatus status = context_.receiver.status();
  center_ = status.tuned.center;
  rate_ = status.tuned.rate.value;
  gain_ = status.tuned.gain;
  gains_ = status.report.gain_steps;
  sweeps_ = status.sweep.has_value();
  bits_ = bits_of(status.source.format);
  dbm_offset_ = status.settings->dbm_offset.value_or(Decibels{}).value;
}

double SpyRadio::bandwidth() const { return kUsableBand * rate_; }

std::uint32_t SpyRadio::gain_index() const {
  if (!gain_ || gains_.empty()) return 0;
  const auto distance = [this](Decibels step) { return std::abs(step.value - gain_->value); };
  return static_cast<std::uint32_t>(std::ranges::min_element(gains_, {}, distance) - gains_.begin());
}

bool SpyRadio::take_control(const void* client) {
  if (may_tune_ && controller_ == nullptr) controller_ = client;
  return controller_ == client;
}

void SpyRadio::return_control(const void* client) {
  if (controller_ == client) controller_ = nullptr;
}

void SpyRadio::tune(Hertz center, const std::string& address) {
  requested_center_ = center;
  requested_by_ = address;
}

void SpyRadio::set_gain(std::uint32_t index, const std::string& address) {
  if (index >= gains_.size()) return;
  requested_gain_ = gains_[index];
  requested_by_ = address;
}

void SpyRadio::apply(Clock::time_point now) {
  if ((!requested_center_ && !requested_gain_) || now < apply_again_) return;
  apply_again_ = now + kBetweenChanges;
  Json patch = Json::object();
  if (const auto center = std::exchange(requested_center_, {})) patch["center"] = number_json(center->value);
  if (const auto gain = std::exchange(requested_gain_, {})) patch["gain"] = number_json(gain->value);
  try {
    apply_tuning(context_, patch, {.via = "spyserver", .address = requested_by_});
  } catch (const RequestError& error) {
    context_.events.add("spyserver", error.what());
  }
}

}  // namespace spectrumd::spy
