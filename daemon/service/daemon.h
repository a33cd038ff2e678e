// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/config/listen_address.h"
#include "daemon/config/settings.h"
#include "daemon/feeds/feeds.h"
#include "daemon/fleet/reporters.h"
#include "daemon/outputs/days/day_pictures.h"
#include "daemon/outputs/recordings.h"
#include "daemon/pipeline/event_log.h"
#include "daemon/pipeline/heartbeat.h"
#include "daemon/pipeline/history.h"
#include "daemon/pipeline/receiver.h"
#include "daemon/pipeline/stall_watch.h"
#include "daemon/server/context.h"
#include "daemon/server/http_server.h"
#include "daemon/server/share/rtl_tcp_share.h"
#include "daemon/server/websocket/websocket_hub.h"
#include "daemon/service/announcer.h"
#include "daemon/store/store.h"
#include "daemon/watch/watch.h"

namespace spectrumd {

// The whole daemon: a receiver that fills the history, and a server that serves it. Works from construction to
// destruction; both block. Used by the main thread; only reload() may run on another.
class Daemon {
 public:
  using LoadProfile = std::function<Settings(const std::string& name)>;

  // Throws what its parts throw.
  explicit Daemon(const Settings& settings, LoadProfile load_profile = {},
                  const ProcessMemory& budget = ProcessMemory());
  ~Daemon();

  // Applies what differs from the settings loaded before; other changes made through the API stay. Throws what its
  // parts throw, and then changes nothing. One thread at a time; blocks on devices and clients.
  void reload(const Settings& settings);

  // Continues with an earlier tuning; a reload still compares with the configuration. Throws TuningRefused.
  void restore(const Tuning& tuning, const Analysis& analysis) {
    receiver_.change(tuning, analysis, {.via = "restart", .address = ""});
  }

  std::shared_ptr<const Settings> settings() const { return receiver_.settings(); }  // in force
  const EventLog& events() const { return events_; }
  ListenAddress address() const;  // with the actual port
  std::string url() const;
  std::string status_line() const;                  // one line for systemctl status
  std::string radio() const;                        // what is received: "waiting for a radio", "simulated band"
  bool opens_radio() const;                         // then radio() is not known yet
  std::optional<std::string_view> silent_thread();  // a stopped thread, if any; call once a second

 private:
  // The network side; rebuilt as a whole when its settings change.
  struct Server {
    explicit Server(ServerContext& context);
    WebSocketHub hub;
    HttpServer http;
    std::optional<RtlTcpShare> share;
    std::optional<Feeds> feeds;
    std::optional<Reporters> reporters;
    std::optional<Announcer> announcer;
  };

  void start_store();
  void start_server();
  void stop_server();
  void wake_server();
  void restart_server(const Settings& settings);
  void reload_parts(Settings settings);

  Settings loaded_;  // used by the reloading thread only
  EventLog events_;
  Heartbeats heartbeats_;
  StallWatch stall_watch_;
  const std::optional<std::filesystem::path> history_folder_;
  History history_;
  Receiver receiver_;
  std::optional<Store> store_;
  std::optional<DayPictures> days_;
  ChannelBook channels_{receiver_};
  Recordings recordings_;
  Watch watch_;
  std::optional<Accounts> accounts_;
  ServerContext context_;

  std::mutex server_mutex_;  // guards the pointer against the dsp thread, which wakes the server
  std::unique_ptr<Server> server_;
};

}  // namespace spectrumd
