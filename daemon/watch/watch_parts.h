// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "daemon/config/settings.h"
#include "daemon/outputs/recordings.h"
#include "daemon/pipeline/event_log.h"
#include "daemon/pipeline/history.h"

namespace spectrumd {

// What a watch uses of the program; all of it outlives the watch, and may be called on any thread.
struct WatchParts {
  const History& history;
  EventLog& events;
  std::function<Settings()> settings;
  std::function<std::optional<double>()> gain;                 // of the radio, dB; nullopt: automatic
  Recordings* recordings = nullptr;                            // null: no samples are kept
  std::chrono::milliseconds retry = std::chrono::seconds(10);  // of opening the book
};

}  // namespace spectrumd
