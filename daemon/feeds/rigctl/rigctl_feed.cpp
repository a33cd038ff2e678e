// SPDX-License-Identifier: MIT
#include "daemon/feeds/rigctl/rigctl_feed.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "daemon/config/listen_address.h"
#include "daemon/feeds/rigctl/rig_talk.h"
#include "daemon/server/context.h"

namespace spectrumd {
namespace {

constexpr std::size_t kMostClients = 64;
constexpr std::chrono::milliseconds kFlagPeriod(500);
constexpr auto kFlagLife = std::chrono::seconds(5);  // it stays for so long after the last client has left

}  // namespace

RigctlFeed::RigctlFeed(const FeedSettings& settings, ServerContext& context)
    : context_(context),
      settings_(settings),
      rig_(context, settings.rigctl_control),
      tcp_(
          {.name = "rigctl", .listen = settings.rigctl, .setting = "feeds.rigctl", .most_clients = kMostClients},
          [this](const std::string& address) { return std::make_unique<RigTalk>(rig_, address, commands_); },
          [this] { return work(); }),
      entry_(context.feeds, [this] { return status(); }) {}

std::chrono::milliseconds RigctlFeed::work() {
  const auto until_retune = rig_.apply();
  const auto now = std::chrono::steady_clock::now();
  if (tcp_.clients() > 0 && rig_.was_set() && now >= flag_again_) {
    flag_again_ = now + kFlagPeriod;
    flag_dial();
  }
  return std::min(until_retune, kFlagPeriod);
}

void RigctlFeed::flag_dial() {
  const Dial dial = rig_.dial();
  context_.spots.place({.frequency = dial.frequency,
                        .label = "dial",
                        .comment = fmt::format("{} {} Hz", dial.mode, dial.width_hz),
                        .source = "rigctl"},
                       kFlagLife);
}

FeedStatus RigctlFeed::status() const {
  FeedStatus now = tcp_.status();
  now.messages = commands_;
  now.may_tune = settings_.rigctl_control;
  now.dial = rig_.dial();
  return now;
}

}  // namespace spectrumd
