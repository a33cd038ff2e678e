// SPDX-License-Identifier: MIT
#include "daemon/feeds/mqtt/mqtt_client.h"

#include <fmt/format.h>
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr int kKeepAliveSeconds = 30;
constexpr std::chrono::milliseconds kFirstPause = 1s, kLongestPause = 60s;  // before the next attempt
constexpr int kAtMostOnce = 0, kAtLeastOnce = 1;
constexpr int kRefusedVersion311 = 1;  // how a broker of 3.1.1 answers one of 5

// Once in a process; never undone, as other clients may live.
void start_library() {
  static const int started = mosquitto_lib_init();
  (void)started;
}

std::string text_of_error(int code) { return code == MOSQ_ERR_ERRNO ? strerror(errno) : mosquitto_strerror(code); }

}  // namespace

MqttClient::MqttClient(Plan plan, Hooks hooks)
    : plan_(std::move(plan)), hooks_(std::move(hooks)), pause_(kFirstPause), handle_(nullptr, mosquitto_destroy) {
  start_library();
  handle_ = make();
}

MqttClient::~MqttClient() {
  publish(plan_.will_topic, plan_.will, true);
  mosquitto_disconnect(handle_.get());
}

MqttClient::Handle MqttClient::make() {
  Handle handle(mosquitto_new(plan_.client_id.c_str(), true, this), mosquitto_destroy);
  mosquitto* const client = handle.get();
  mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
  mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1);
  mosquitto_will_set(client, plan_.will_topic.c_str(), static_cast<int>(plan_.will.size()), plan_.will.data(),
                     kAtLeastOnce, true);
  const MqttBroker& broker = plan_.broker;
  if (!broker.user.empty())
    mosquitto_username_pw_set(client, broker.user.c_str(), plan_.password.empty() ? nullptr : plan_.password.c_str());
  if (broker.tls && !plan_.ca_file.empty())
    mosquitto_tls_set(client, plan_.ca_file.c_str(), nullptr, nullptr, nullptr, nullptr);
  if (broker.tls && plan_.ca_file.empty()) mosquitto_int_option(client, MOSQ_OPT_TLS_USE_OS_CERTS, 1);
  mosquitto_connect_callback_set(
      client, [](mosquitto*, void* self, int code) { static_cast<MqttClient*>(self)->on_connect(code); });
  mosquitto_log_callback_set(client, [](mosquitto*, void* self, int level, const char* text) {
    // Why a certificate is refused is written nowhere else.
    if (level == MOSQ_LOG_ERR) static_cast<MqttClient*>(self)->fail(text);
  });
  // What the broker has kept would be obeyed again after each connection.
  mosquitto_message_callback_set(client, [](mosquitto*, void* self, const mosquitto_message* message) {
    if (message->retain) return;
    static_cast<MqttClient*>(self)->hooks_.message(
        message->topic, {static_cast<const char*>(message->payload), static_cast<std::size_t>(message->payloadlen)});
  });
  return handle;
}

bool MqttClient::work(std::chrono::milliseconds longest) {
  if (!open_ && !open()) return false;
  const int code = mosquitto_loop(handle_.get(), static_cast<int>(longest.count()), 1);
  if (code != MOSQ_ERR_SUCCESS) lose(code);
  return true;
}

bool MqttClient::open() {
  if (Clock::now() < next_attempt_) return false;
  explained_ = false;
  const HostPort& server = plan_.broker.server;
  const int code = mosquitto_connect_async(handle_.get(), server.host.c_str(), server.port, kKeepAliveSeconds);
  open_ = code == MOSQ_ERR_SUCCESS;
  if (!open_) lose(code);
  return open_;
}

void MqttClient::lose(int code) {
  open_ = false;
  if (connected_.exchange(false))
    fail("connection lost");
  else if (!explained_)
    fail(text_of_error(code));
  next_attempt_ = Clock::now() + pause_;
  pause_ = std::min(2 * pause_, kLongestPause);
}

void MqttClient::fail(std::string cause) {
  state_.set("waiting", std::move(cause));
  explained_ = true;
}

bool MqttClient::publish(const std::string& topic, std::string_view payload, bool retain) {
  return connected_ && mosquitto_publish(handle_.get(), nullptr, topic.c_str(), static_cast<int>(payload.size()),
                                         payload.data(), kAtMostOnce, retain) == MOSQ_ERR_SUCCESS;
}

void MqttClient::subscribe(const std::string& topic) {
  mosquitto_subscribe(handle_.get(), nullptr, topic.c_str(), kAtMostOnce);
}

void MqttClient::on_connect(int code) {
  if (code == 0) {
    state_.set("connected", "");
    pause_ = kFirstPause;
    connected_ = true;
    return hooks_.connected();
  }
  fail(fmt::format("the broker refuses the connection: {}",
                   code < MQTT_RC_UNSPECIFIED ? mosquitto_connack_string(code) : mosquitto_reason_string(code)));
  if (code == kRefusedVersion311 || code == MQTT_RC_UNSUPPORTED_PROTOCOL_VERSION)
    mosquitto_int_option(handle_.get(), MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V311);  // of the next attempt
}

}  // namespace spectrumd
