// SPDX-License-Identifier: MIT
#include "daemon/feeds/follow/rig_follower.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <utility>

#include "daemon/feeds/follow/dial_tuning.h"
#include "daemon/feeds/follow/flrig_link.h"
#include "daemon/feeds/follow/rigctld_link.h"
#include "daemon/feeds/follow/tci_link.h"
#include "daemon/pipeline/rest.h"
#include "daemon/server/context.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr auto kBetweenReadings = 150ms;
constexpr auto kFlagEvery = 500ms;
constexpr auto kDialFlagLife = 5s;  // it stays for so long after the rig is lost
constexpr int kMostRetryTimes = 60;

std::string reading_text(const RigReading& reading) {
  return fmt::format("{}Hz {}", format_number(reading.frequency.value), reading.mode);
}

}  // namespace

RigFollower::RigFollower(Plan plan, ServerContext& context)
    : context_(context),
      plan_(std::move(plan)),
      name_(to_string(plan_.rig)),
      state_("follow", {"connecting", ""}),
      entry_(context.feeds, [this] { return status(); }) {
  announce(false);
  thread_ = std::jthread([this](const std::stop_token& stop) {
    pthread_setname_np(pthread_self(), "follow");
    run(stop);
  });
}

RigFollower::~RigFollower() {
  thread_.request_stop();
  thread_.join();
  context_.dial.follow(std::nullopt);
}

void RigFollower::run(const std::stop_token& stop) {
  for (int times = 1; !stop.stop_requested(); times = std::min(2 * times, kMostRetryTimes)) {
    try {
      converse(stop);
    } catch (const std::exception& error) {
      if (connected_) times = 1;
      if (!stop.stop_requested()) lose(error.what());
    }
    rest(stop, times * plan_.retry);
  }
}

void RigFollower::converse(const std::stop_token& stop) {
  const auto link = connect(stop);
  followed_.reset();
  for (; !stop.stop_requested(); rest(stop, kBetweenReadings)) {
    take(link->read());
    turn(*link);
    flag();
  }
}

std::unique_ptr<RigLink> RigFollower::connect(const std::stop_token& stop) const {
  switch (plan_.rig.kind) {
    case FollowedRig::Kind::Rigctld:
      return std::make_unique<RigctldLink>(plan_.rig.server);
    case FollowedRig::Kind::Flrig:
      return std::make_unique<FlrigLink>(plan_.rig.server, stop);
    case FollowedRig::Kind::Tci:
      break;
  }
  return std::make_unique<TciLink>(plan_.rig.server);
}

void RigFollower::announce(bool connected) {
  context_.dial.follow(FollowedDial::Rig{
      .name = name_, .on_if = !plan_.taps.empty(), .may_tune = plan_.may_tune, .connected = connected});
}

void RigFollower::lose(const std::string& cause) {
  state_.set("waiting", cause);
  if (!std::exchange(connected_, false)) return;
  announce(false);
  context_.events.add("follow", fmt::format("the rig is lost: {}", cause));
}

void RigFollower::take(const RigReading& reading) {
  ++readings_;
  {
    const std::scoped_lock lock(mutex_);
    if (!reading.transmitting || !last_) last_ = reading;
    last_->transmitting = reading.transmitting;
  }
  if (!std::exchange(connected_, true)) {
    announce(true);
    context_.events.add("follow", fmt::format("{}: {}", name_, reading_text(*last_)));
  }
  const std::string fault = follow(*last_);
  state_.set(reading.transmitting ? "transmitting" : "connected", fault);
}

// At the antenna the radio is left where a client has tuned it, until the dial moves. Returns why the radio cannot.
std::string RigFollower::follow(const RigReading& reading) {
  const Hertz dial = reading.frequency;
  if (plan_.taps.empty() && followed_ == dial) return state_.now().cause;
  followed_ = dial;
  const std::scoped_lock lock(context_.tuning_change);
  const auto now = context_.receiver.settings();
  const auto tuning = tuning_at(dial, now->tuning, plan_.taps, pitch_of(reading.mode, plan_.pitch));
  if (!tuning) return fmt::format("feeds.follow_if has no IF for {}Hz", format_number(dial.value));
  if (*tuning == now->tuning) return "";
  try {
    context_.receiver.change(*tuning, now->analysis,
                             {.via = "follow", .address = plan_.rig.server.host, .is_dial = true});
    return "";
  } catch (const TuningRefused& refusal) {
    return fmt::format("{}: {}", refusal.field, refusal.what());
  }
}

void RigFollower::turn(RigLink& link) {
  const auto to = context_.dial.turned();
  if (!to) return;
  if (const std::string refusal = link.tune(*to); !refusal.empty())
    context_.events.add("follow", fmt::format("{}Hz refused: {}", format_number(to->value), refusal));
}

void RigFollower::flag() {
  const auto now = Clock::now();
  if (now < flag_again_) return;
  flag_again_ = now + kFlagEvery;
  context_.spots.place({.frequency = last_->frequency,
                        .label = "dial",
                        .comment = last_->transmitting ? last_->mode + ", transmitting" : last_->mode,
                        .source = "follow"},
                       kDialFlagLife);
}

FeedStatus RigFollower::status() const {
  const FeedState::Now now = state_.now();
  FeedStatus status{.name = "follow",
                    .address = name_,
                    .state = now.state,
                    .cause = now.cause,
                    .messages = readings_,
                    .may_tune = plan_.may_tune};
  const std::scoped_lock lock(mutex_);
  if (last_) status.dial = Dial{.frequency = last_->frequency, .mode = last_->mode, .width_hz = last_->width_hz};
  return status;
}

}  // namespace spectrumd
