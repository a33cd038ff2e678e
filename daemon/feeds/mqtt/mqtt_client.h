// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "daemon/config/mqtt_broker.h"
#include "daemon/feeds/feed_state.h"

struct mosquitto;

namespace spectrumd {

// A connection to an MQTT broker that is made again whenever it is lost, less and less often. MQTT 5, or 3.1.1 with a
// broker that refuses it. Nothing is queued: what is published without a connection is dropped. One thread, except
// connected() and state(); only work() blocks, also for as long as a name is looked up.
class MqttClient {
 public:
  using Clock = std::chrono::steady_clock;

  struct Plan {
    MqttBroker broker;
    std::string password, ca_file, client_id;
    std::string will_topic, will;  // what the broker publishes, retained, when the connection is lost
  };
  struct Hooks {                      // called by work()
    std::function<void()> connected;  // again
    std::function<void(std::string_view topic, std::string_view payload)> message;
  };

  MqttClient(Plan plan, Hooks hooks);
  ~MqttClient();  // publishes the will
  MqttClient(const MqttClient&) = delete;
  MqttClient& operator=(const MqttClient&) = delete;

  // Connects if that is due; receives and sends what there is to do so for, at most. False: nothing to wait for.
  bool work(std::chrono::milliseconds longest);
  bool publish(const std::string& topic, std::string_view payload, bool retain);
  void subscribe(const std::string& topic);

  bool connected() const { return connected_; }
  FeedState::Now state() const { return state_.now(); }  // any thread

 private:
  using Handle = std::unique_ptr<mosquitto, void (*)(mosquitto*)>;

  Handle make();
  bool open();
  void lose(int code);
  void fail(std::string cause);
  void on_connect(int code);

  const Plan plan_;
  const Hooks hooks_;
  std::atomic<bool> connected_ = false;
  FeedState state_{"mqtt", {"connecting", ""}};
  bool open_ = false;       // connected, or about to be
  bool explained_ = false;  // the cause says why this attempt has failed
  Clock::time_point next_attempt_{};
  std::chrono::milliseconds pause_;
  Handle handle_;
};

}  // namespace spectrumd
