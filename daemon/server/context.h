// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "daemon/channels/channel_book.h"
#include "daemon/channels/zoom/zoom_book.h"
#include "daemon/config/settings.h"
#include "daemon/outputs/days/day_book.h"
#include "daemon/outputs/recordings.h"
#include "daemon/pipeline/demo_band.h"
#include "daemon/pipeline/event_log.h"
#include "daemon/pipeline/heartbeat.h"
#include "daemon/pipeline/history.h"
#include "daemon/pipeline/receiver.h"
#include "daemon/pipeline/signals/signal_watch.h"
#include "daemon/server/feed_list.h"
#include "daemon/server/followed_dial.h"
#include "daemon/server/look_moments.h"
#include "daemon/server/memory_budget.h"
#include "daemon/server/own_names.h"
#include "daemon/server/rate_limits.h"
#include "daemon/server/reported_as.h"
#include "daemon/server/rows/event_rows.h"
#include "daemon/server/spot_list.h"
#include "daemon/store/store.h"
#include "daemon/users/accounts.h"

namespace spectrumd {

class Watch;

// Everything the server works with. All of it must outlive the server.
struct ServerContext {
  Receiver& receiver;
  History& history;
  EventLog& events;
  Heartbeats& heartbeats;
  Recordings& recordings;
  std::function<Settings()> settings;  // those in force; any thread
  // Loads the configuration with a profile. Blocks on the file; throws ConfigError. Empty: there are no profiles.
  std::function<Settings(const std::string& profile)> load_profile = {};
  std::atomic<std::size_t> websocket_clients = 0;
  std::atomic<std::size_t> event_clients = 0;
  std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();
  MemoryBudget memory{};       // for responses being sent
  EventRows event_rows{};      // only on the thread that makes event streams
  std::mutex tuning_change{};  // held from reading the tuning to changing it, so that no change is lost
  ChangeLimits change_limits{};
  DemoBand demo{receiver};
  SignalWatch signals{history};
  SpotList spots{};
  LookMoments looks{};
  ReportedAs reported_as{};
  FeedList feeds{};
  FollowedDial dial{};
  ChannelBook& channels = recordings.channels();
  ZoomBook zooms{channels.hub()};
  std::atomic<std::uint64_t> channel_bytes_dropped = 0;                // for clients that read too slowly
  std::shared_ptr<OwnNames> own_names = std::make_shared<OwnNames>();  // shared with what announces names
  const Store* store = nullptr;                                        // the history on disk; null: none
  const DayBook* days = nullptr;                                       // pictures of days, likewise
  Watch* watch = nullptr;                                              // null: nothing is watched
  Accounts* accounts = nullptr;                                        // null: there are no users
};

}  // namespace spectrumd
