// SPDX-License-Identifier: MIT
#include "daemon/server/share/remote_tuning.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "daemon/config/key_values.h"
#include "daemon/server/context.h"
#include "daemon/server/endpoints/tuning.h"
#include "daemon/server/http/request_error.h"
#include "daemon/sources/conversion.h"

namespace spectrumd {

namespace {

constexpr auto kPeriod = std::chrono::milliseconds(50);

std::int32_t signed_value(const rtl_tcp::Command& command) { return static_cast<std::int32_t>(command.value); }

Json patch_json(const std::map<std::string, std::optional<double>>& values) {
  Json patch = Json::object();
  for (const auto& [name, value] : values) patch[name] = value ? number_json(*value) : Json("auto");
  return patch;
}

}  // namespace

// The other orders concern the stick itself, which clients share.
void RemoteTuning::add(const rtl_tcp::Command& command, const std::string& address) {
  using rtl_tcp::Order;
  address_ = address;
  if (command.order == Order::Center)
    patch_["center"] = at_antenna(Hertz{static_cast<double>(command.value)}, conversion()).value;
  if (command.order == Order::Rate) patch_["rate"] = command.value;
  if (command.order == Order::Ppm) patch_["ppm"] = signed_value(command);
  if (command.order == Order::Gain) patch_["gain"] = gain_.emplace(signed_value(command) / 10.0);
  if (command.order == Order::GainMode && command.value == 0) patch_["gain"] = std::nullopt;
  if (command.order == Order::GainMode && command.value != 0 && gain_) patch_["gain"] = *gain_;
}

Conversion RemoteTuning::conversion() const { return context_.receiver.settings()->tuning.conversion; }

void RemoteTuning::apply(Clock::time_point now) {
  if (patch_.empty() || now < next_) return;
  next_ = now + kPeriod;
  while (!patch_.empty() && !try_to_apply()) {
  }
  patch_.clear();
}

// False if one of the requests was refused; it is removed.
bool RemoteTuning::try_to_apply() {
  try {
    apply_tuning(context_, patch_json(patch_), {.via = "rtl_tcp", .address = address_});
    return true;
  } catch (const RequestError& error) {
    context_.events.add("share", error.what());
    return patch_.erase(error.field) == 0;
  }
}

std::chrono::milliseconds RemoteTuning::time_to_wait(std::chrono::milliseconds longest, Clock::time_point now) const {
  if (patch_.empty()) return longest;
  return std::clamp(std::chrono::ceil<std::chrono::milliseconds>(next_ - now), std::chrono::milliseconds(0), longest);
}

}  // namespace spectrumd
