// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "daemon/pipeline/planning_thread.h"
#include "daemon/pipeline/receiver.h"
#include "daemon/pipeline/session.h"
#include "daemon/pipeline/workload.h"

namespace spectrumd {

// A session prepared to take over.
class Receiver::Replacement {
 public:
  std::shared_ptr<const Settings> before;  // in use when it was prepared; null: none were
  Settings settings;
  std::shared_ptr<Session> session;
  std::shared_ptr<const BackendChoice> backend;
};

struct Receiver::State {
  State(History& rows, EventLog& log, Heartbeats& beats, const ProcessMemory& memory)
      : history(rows),
        events(log),
        heartbeats(beats),
        budget(memory),
        planner(log),
        planning_thread(planner, {.made = [this](auto number, auto made) { take(number, std::move(made)); },
                                  .failed = [this](auto number, const auto& reason) { fail(number, reason); }}) {
    clock.observe([&log](std::chrono::nanoseconds by) {
      log.add("clock", fmt::format("system clock stepped by {:+.1f} s", std::chrono::duration<double>(by).count()));
    });
  }
  ~State();

  // The settings in use, or about to be.
  struct Followed {
    Tuning tuning;
    Analysis analysis;
    std::optional<SweepPlan> sweep;
    std::uint32_t generation = 1;
  };
  // Published to readers: immutable, only replaced.
  struct Snapshot {
    std::shared_ptr<const Settings> settings;  // tuning and analysis are those requested last
    std::uint32_t generation = 1;
    std::optional<SweepPlan> sweep;
    std::shared_ptr<const BackendChoice> backend;  // of the transform in use
    std::shared_ptr<const Session> session;
    bool planning = false;
    std::optional<TunedBy> tuned_by;
  };
  struct Pending {
    std::uint64_t number = 0;  // of the order
    Analysis analysis;
  };

  std::shared_ptr<Replacement> prepare(const Settings& wanted);
  void take_over(std::shared_ptr<Replacement> next);

  Workload check(const IqSource& source, const Settings& wanted) const;
  std::uint64_t transform_in_use() const;
  std::uint64_t memory_of_the_rest(const IqSource& source) const;
  void check_memory(const IqSource& source, const Workload& work) const;
  bool must_release(const Workload& work) const;
  void change(const Settings& requested);
  void change_again(const Settings& before, const Settings& latest);
  void note_tuning(const Tuning& before, const Tuning& tuning, const Requester& by);
  void note_limits(const Settings& requested, const Settings& used) const;
  void keep_past();
  void order(const Workload& work);
  void follow(std::optional<Transform> transform = std::nullopt);
  bool release(std::uint64_t number);
  void take(std::uint64_t number, PlanningThread::Made made);
  void fail(std::uint64_t number, const std::string& reason);
  void log_choice(const BackendChoice* before) const;
  void publish();
  std::shared_ptr<const Snapshot> snapshot() const;

  History& history;
  EventLog& events;
  Heartbeats& heartbeats;
  const ProcessMemory budget;
  SampleTaps taps;
  RowInProgress in_progress;
  WallClock clock;
  SpectrumPlanner planner;

  // Guards what follows. Held to change it, never while planning, opening or joining.
  mutable std::mutex mutex;
  Settings settings;
  std::uint32_t generation = 1, last_generation = 1;
  std::optional<SweepPlan> sweep;
  std::shared_ptr<const BackendChoice> backend;
  std::shared_ptr<Session> session;
  Followed followed;
  std::optional<TunedBy> tuned_by;
  std::optional<Pending> pending;  // absent: the transform in use does what was requested
  std::uint64_t orders = 0;
  bool released = false;  // there is no transform in use

  mutable std::mutex snapshot_mutex;  // held to copy or to replace the pointer
  std::shared_ptr<const Snapshot> published;

  PlanningThread planning_thread;  // last: it calls into this
};

}  // namespace spectrumd
