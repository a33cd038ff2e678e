// SPDX-License-Identifier: MIT
#include "daemon/server/share/remote_tuning.h"

#include <algorithm>

#include "daemon/server/http/api_error.h"

namespace spectrumd {

namespace {

constexpr auto kPeriod = std::chrono::milliseconds(50);

std::int32_t signed_value(const rtl_tcp::Command& command) { return static_cast<std::int32_t>(command.value); }

}  // namespace

// The rest of the orders concern the stick itself, which is not theirs alone.
void RemoteTuning::add(const rtl_tcp::Command& command) {
  using rtl_tcp::Order;
  if (command.order == Order::Center) patch_["center"] = command.value;
  if (command.order == Order::Rate) patch_["rate"] = command.value;
  if (command.order == Order::Ppm) patch_["ppm"] = signed_value(command);
  if (command.order == Order::Gain) patch_["gain"] = gain_.emplace(signed_value(command) / 10.0);
  if (command.order == Order::GainMode && command.value == 0) patch_["gain"] = "auto";
  if (command.order == Order::GainMode && command.value != 0 && gain_) patch_["gain"] = *gain_;
}

void RemoteTuning::apply(Clock::time_point now) {
  if (patch_.empty() || now < next_) return;
  next_ = now + kPeriod;
  while (!patch_.empty() && !try_to_apply()) {
  }
  patch_.clear();
}

// False if one of the wishes was refused; it is taken out.
bool RemoteTuning::try_to_apply() {
  try {
    apply_tuning(context_, patch_);
    return true;
  } catch (const ApiError& error) {
    context_.events.add("share", error.what());
    return patch_.erase(error.field) == 0;
  }
}

std::chrono::milliseconds RemoteTuning::time_to_wait(std::chrono::milliseconds longest, Clock::time_point now) const {
  if (patch_.empty()) return longest;
  return std::clamp(std::chrono::ceil<std::chrono::milliseconds>(next_ - now), std::chrono::milliseconds(0), longest);
}

}  // namespace spectrumd
