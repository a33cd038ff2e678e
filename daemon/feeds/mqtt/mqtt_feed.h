// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "daemon/config/json.h"
#include "daemon/config/settings.h"
#include "daemon/feeds/mqtt/home_assistant.h"
#include "daemon/feeds/mqtt/look_request.h"
#include "daemon/feeds/mqtt/mqtt_client.h"
#include "daemon/pipeline/signals/signal_watch.h"
#include "daemon/server/feed_list.h"

namespace spectrumd {

struct ServerContext;

// Publishes what happens to an MQTT broker, and what Home Assistant must know to show it; obeys messages that tune,
// where that is allowed, and answers requests to look. Works on its own thread from construction to destruction; a
// broker that is away costs nothing but what would have been published meanwhile.
class MqttFeed {
 public:
  MqttFeed(const FeedSettings& settings, ServerContext& context);

 private:
  using Clock = std::chrono::steady_clock;
  using Command = std::pair<std::string, std::string>;  // a key of the tuning, and its value

  void run(const std::stop_token& stop);
  void hear(std::string_view topic, std::string_view payload);
  void greet();
  void obey(const Command& command);
  void begin_look(const std::string& text);
  void look();
  void publish_states();
  void publish_events();
  void publish(std::string_view below, const Json& json, bool retain);
  HomeAssistantDevice device() const;
  Json states(const SignalWatch::Now& signals) const;
  FeedStatus status() const;

  ServerContext& context_;
  const FeedSettings settings_;
  const MqttBroker broker_;
  std::uint64_t last_event_;
  bool greets_ = false;  // after each connection, and when Home Assistant has started
  std::deque<Command> commands_;
  std::deque<std::string> requests_;  // to look
  struct Look {
    LookMeter meter;
    Clock::time_point end;
    std::uint64_t sequence = 0;  // of the last row that it has
  };
  std::deque<Look> looks_;
  std::atomic<std::uint64_t> published_ = 0;
  MqttClient client_;
  FeedList::Entry entry_;
  std::jthread thread_;
};

}  // namespace spectrumd
