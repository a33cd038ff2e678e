// SPDX-License-Identifier: MIT
#include "daemon/feeds/mqtt/mqtt_feed.h"

#include <fmt/format.h>
#include <pthread.h>
#include <spdlog/spdlog.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "daemon/config/host_name.h"
#include "daemon/config/json_text.h"
#include "daemon/config/key_values.h"
#include "daemon/config/listen_address.h"
#include "daemon/config/units.h"
#include "daemon/pipeline/rest.h"
#include "daemon/server/context.h"
#include "daemon/server/endpoints/events.h"
#include "daemon/server/endpoints/signals.h"
#include "daemon/server/endpoints/tuning.h"
#include "daemon/server/http/request_error.h"
#include "daemon/server/rows/row_json.h"
#include "daemon/watch/watch.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr auto kLookAtEvents = 250ms;  // at events and commands
constexpr auto kStatePeriod = 10s;     // of the states
constexpr std::size_t kMostCommands = 20, kLongestCommand = 100, kMostSignals = 50;
constexpr auto kLongestRow = 60s;  // of a sweep, which may take longer than was asked for
constexpr std::size_t kMostLooks = 8, kLongestRequest = 1000, kMostRowsAtOnce = 200;
constexpr std::string_view kOnline = "online", kOffline = "offline";

MqttClient::Plan plan_for(const FeedSettings& settings, const MqttBroker& broker) {
  return {.broker = broker,
          .password = settings.mqtt_password,
          .ca_file = settings.mqtt_ca,
          .client_id = "spectrumd-" + identifier_of(broker.prefix),
          .will_topic = broker.prefix + "/availability",
          .will = std::string(kOffline)};
}

std::string gain_text(const std::optional<Decibels>& gain) { return gain ? format_number(gain->value) : "auto"; }

double rounded(double value) { return std::round(value * 100) / 100; }

}  // namespace

MqttFeed::MqttFeed(const FeedSettings& settings, ServerContext& context)
    : context_(context),
      settings_(settings),
      broker_(parse_mqtt_broker(settings.mqtt).value_or(MqttBroker{})),
      last_event_(context.events.last_id()),
      client_(plan_for(settings, broker_),
              {.connected = [this] { greets_ = true; },
               .message = [this](std::string_view topic, std::string_view payload) { hear(topic, payload); }}),
      entry_(context.feeds, [this] { return status(); }) {
  thread_ = std::jthread([this](const std::stop_token& stop) {
    pthread_setname_np(pthread_self(), "mqtt");
    run(stop);
  });
}

void MqttFeed::run(const std::stop_token& stop) {
  auto next_states = Clock::now();
  std::uint32_t generation = 0;
  while (!stop.stop_requested()) {
    if (!client_.work(kLookAtEvents)) rest(stop, kLookAtEvents);
    const bool greets = std::exchange(greets_, false);
    if (greets) greet();
    for (; !commands_.empty(); commands_.pop_front()) obey(commands_.front());
    for (; !requests_.empty(); requests_.pop_front()) begin_look(requests_.front());
    look();
    publish_events();
    const auto now = Clock::now();
    const bool retuned = std::exchange(generation, context_.receiver.status().generation) != generation;
    if (!greets && !retuned && now < next_states) continue;
    next_states = now + kStatePeriod;
    publish_states();
  }
}

void MqttFeed::hear(std::string_view topic, std::string_view payload) {
  if (topic == settings_.mqtt_discovery + "/status") {
    greets_ = greets_ || payload == kOnline;
  } else if (!settings_.mqtt_look.empty() && topic == settings_.mqtt_look) {
    if (requests_.size() < kMostLooks && payload.size() <= kLongestRequest) requests_.emplace_back(payload);
  } else if (commands_.size() < kMostCommands && payload.size() <= kLongestCommand) {
    commands_.emplace_back(topic.substr(topic.rfind('/') + 1), payload);
  }
}

void MqttFeed::greet() {
  if (!settings_.mqtt_look.empty()) client_.subscribe(settings_.mqtt_look);
  if (settings_.mqtt_control) client_.subscribe(broker_.prefix + "/set/+");
  if (!settings_.mqtt_discovery.empty()) {
    client_.subscribe(settings_.mqtt_discovery + "/status");
    const HomeAssistantDevice us = device();
    client_.publish(discovery_topic(settings_.mqtt_discovery, us), to_text(discovery_json(us)), true);
  }
  client_.publish(broker_.prefix + "/availability", kOnline, true);
}

void MqttFeed::obey(const Command& command) {
  try {
    apply_tuning(context_, {{command.first, command.second}}, {.via = "mqtt", .address = broker_.server.host});
  } catch (const RequestError& error) {
    publish("errors", error_json(error), false);
  }
}

// Those that the band does not have are for other receivers.
void MqttFeed::begin_look(const std::string& text) {
  try {
    LookMeter meter(parse_look(text));
    const LookRequest& request = meter.request();
    const RowPtr row = context_.history.latest();
    if (!row || !has_range(*row, request.from, request.to)) return;
    if (looks_.size() >= kMostLooks) throw RequestError(429, "too_many", "eight requests are being answered already");
    context_.looks.add(std::chrono::system_clock::now());
    const auto end = Clock::now() + request.length;
    looks_.push_back({.meter = std::move(meter), .end = end, .sequence = row->sequence});
  } catch (const RequestError& error) {
    publish("errors", error_json(error), false);
  }
}

// Rows are taken as they come: a recording has other times than those of now.
void MqttFeed::look() {
  for (Look& each : looks_)
    for (const RowPtr& row : context_.history.after(each.sequence, kMostRowsAtOnce)) {
      each.meter.add(*row);
      each.sequence = row->sequence;
    }
  const auto is_over = [now = Clock::now()](const Look& each) {
    return each.end <= now && (each.meter.rows() > 0 || each.end + kLongestRow <= now);
  };
  for (const Look& each : looks_) {
    if (!is_over(each)) continue;
    context_.looks.add(std::chrono::system_clock::now());
    if (each.meter.rows() == 0) continue;  // it was tuned away
    Json answer = each.meter.result();
    const Settings settings = context_.settings();
    const auto signals = context_.signals.read(settings.analysis.window);
    answer["name"] = name_in_fleet(settings.report);
    answer["unit"] = unit_of(settings);
    answer["floor_db"] = signals.sequence > 0 ? Json(rounded(signals.floor.value)) : Json();
    publish("look", answer, false);
  }
  std::erase_if(looks_, is_over);
}

void MqttFeed::publish_states() {
  if (!client_.connected()) return;
  const auto now = context_.signals.read(context_.settings().analysis.window);
  publish("states", states(now), true);
  Json signals = Json::array();
  for (const Signal& signal : now.signals)
    if (signals.size() < kMostSignals) signals.push_back(signal_json(signal));
  publish("signals", signals, true);
}

// Those of a time without a connection are lost.
void MqttFeed::publish_events() {
  for (const Event& event : context_.events.after(last_event_)) {
    last_event_ = event.id;
    publish("events", event_json(event, Access::Read), false);
  }
}

void MqttFeed::publish(std::string_view below, const Json& json, bool retain) {
  if (client_.publish(fmt::format("{}/{}", broker_.prefix, below), to_text(json), retain)) ++published_;
}

HomeAssistantDevice MqttFeed::device() const {
  std::vector<std::string> gains{"auto"};
  for (const Decibels step : context_.receiver.status().report.gain_steps) gains.push_back(format_number(step.value));
  const Settings settings = context_.settings();
  return {.name = host_name(),
          .prefix = broker_.prefix,
          .url = page_for_others(parse_listen(settings.server.listen).value_or(ListenAddress{})),
          .unit = std::string(unit_of(settings)),
          .may_tune = settings_.mqtt_control,
          .gains = std::move(gains)};
}

Json MqttFeed::states(const SignalWatch::Now& signals) const {
  const ReceiverStatus now = context_.receiver.status();
  const RowPtr row = context_.history.latest();
  Json states{{"source", to_string(now.report.state)},
              {"center_hz", number_json(now.tuned.center.value)},
              {"rate_hz", number_json(now.tuned.rate.value)},
              {"gain", gain_text(now.tuning.gain)},
              {"fft", now.analysis.fft},
              {"rows_per_second", rounded(now.rows_per_second)},
              {"clipped", row ? Json(row->clipped) : Json()},
              {"unit", unit_of(*now.settings)},
              {"floor_db", signals.sequence > 0 ? Json(rounded(signals.floor.value)) : Json()},
              {"signals", signals.signals.size()},
              {"strongest_hz", nullptr},
              {"strongest_db", nullptr},
              {"open_alarms", context_.watch ? Json(context_.watch->status().open_alarms) : Json()}};
  if (!signals.signals.empty()) {
    states["strongest_hz"] = number_json(std::round(signals.signals.front().frequency.value));
    states["strongest_db"] = rounded(signals.signals.front().level.value);
  }
  return states;
}

FeedStatus MqttFeed::status() const {
  const FeedState::Now now = client_.state();
  return {.name = "mqtt",
          .address = to_string(broker_.server),
          .state = now.state,
          .cause = now.cause,
          .messages = published_,
          .may_tune = settings_.mqtt_control};
}

}  // namespace spectrumd
