// SPDX-License-Identifier: MIT
#include "daemon/store/store.h"

#include <fmt/format.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr auto kLookEvery = 1s;  // as often as the finest level has rows
constexpr auto kRetryEvery = 10s;
constexpr int kLeastUrgent = 19;

// The least share of the processor and of the disk. Not SCHED_IDLE: the thread holds the lock of the history for
// moments, and where it then gets no processor at all, the dsp thread waits.
void become_least_urgent() {
  pthread_setname_np(pthread_self(), "store");
  static_cast<void>(setpriority(PRIO_PROCESS, static_cast<id_t>(::syscall(SYS_gettid)), kLeastUrgent));
  constexpr int kOfThread = 1, kIdle = 3 << 13;  // IOPRIO_WHO_PROCESS, IOPRIO_CLASS_IDLE
  static_cast<void>(::syscall(SYS_ioprio_set, kOfThread, 0, kIdle));
}

constexpr std::array<std::string_view, 6> kStateNames{"starting", "writing", "full", "read_only", "in_use", "failed"};

StoreState state_after(const DatabaseError& fault) {
  if (fault.disk_full()) return StoreState::Full;
  return fault.read_only() ? StoreState::ReadOnly : StoreState::Failed;
}

StoreFacts first_facts(const StorePlan& plan) {
  StoreFacts facts;
  facts.folder = plan.folder;
  facts.limit_bytes = plan.limit_bytes;
  for (const Level& level : kLevelTable) facts.levels.push_back({.name = level.name, .step = level.step});
  return facts;
}

}  // namespace

std::string_view to_string(StoreState state) { return kStateNames.at(static_cast<std::size_t>(state)); }

Store::Store(const History& history, EventLog& events, StorePlan plan, StoreHooks hooks)
    : events_(events),
      plan_(std::move(plan)),
      reader_(plan_.folder, plan_.vfs),
      writer_(history, reader_, plan_, std::move(hooks),
              [this](const std::string& file, const std::string& reason) {
                events_.add("history", fmt::format("{}: set aside or passed over: {}", file, reason));
                const std::scoped_lock lock(mutex_);
                facts_.set_aside.push_back(file);
              }),
      facts_(first_facts(plan_)),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

Store::~Store() {
  thread_.request_stop();
  thread_.join();
}

StoreFacts Store::facts() const {
  const std::scoped_lock lock(mutex_);
  return facts_;
}

void Store::run(const std::stop_token& stop) {
  become_least_urgent();
  while (!stop.stop_requested()) {
    work(Steady::now());
    publish();
    std::unique_lock lock(mutex_);
    stopped_.wait_for(lock, stop, kLookEvery, [] { return false; });
  }
  attempt([&] { writer_.collect(Steady::now()); });
  attempt([&] { writer_.finish(); });
}

// Rows are collected, and as many kept as there is room for, whether the disk works or not.
void Store::work(Steady::time_point now) {
  if (!is_open_ && now >= retry_) {
    is_open_ = attempt([&] { writer_.open(); });
    is_open_ ? enter(StoreState::Writing, "") : retry_later(now);
  }
  if (!attempt([&] { writer_.collect(now); })) return retry_later(now);
  if (!is_open_ || now < retry_ || !writer_.is_due(now)) return;
  attempt([&] { writer_.write(now); }) ? enter(StoreState::Writing, "") : retry_later(now);
}

void Store::retry_later(Steady::time_point now) { retry_ = now + kRetryEvery; }

bool Store::attempt(const std::function<void()>& work) try {
  work();
  return true;
} catch (const DatabaseError& fault) {
  enter(state_after(fault), fault.what());
  return false;
} catch (const StoreInUse& fault) {
  enter(StoreState::InUse, fault.what());
  return false;
} catch (const std::exception& fault) {
  enter(StoreState::Failed, fault.what());
  return false;
}

void Store::enter(StoreState state, const std::string& reason) {
  {
    const std::scoped_lock lock(mutex_);
    const bool same = facts_.state == state;
    const bool begins = facts_.state == StoreState::Starting && state == StoreState::Writing;
    facts_.state = state;
    facts_.reason = reason;
    if (same || begins) return;
  }
  events_.add("history", state == StoreState::Writing ? fmt::format("{}: written again", plan_.folder.string())
                                                      : fmt::format("not written to disk: {}", reason));
}

void Store::publish() {
  StoreFacts facts = this->facts();
  facts.bytes = 0;
  facts.oldest.reset();
  for (std::size_t i = 0; i < kLevels; ++i) {
    publish_level(i, facts.levels.at(i));
    facts.bytes += facts.levels.at(i).bytes;
    const auto oldest = facts.levels.at(i).oldest;
    if (oldest) facts.oldest = std::min(facts.oldest.value_or(*oldest), *oldest);
  }
  facts.lost_rows = writer_.lost_rows();
  const std::scoped_lock lock(mutex_);
  facts.set_aside = facts_.set_aside;
  facts_ = std::move(facts);
}

// The oldest row is looked for again when a file was removed.
void Store::publish_level(std::size_t index, StoreFacts::OfLevel& facts) {
  const LevelWriter& level = writer_.level(index);
  facts.bytes = level.folder().bytes();
  facts.limit_bytes = writer_.limit_of(index);
  facts.files = level.folder().files();
  facts.rows = level.rows();
  const std::uint64_t removed = level.folder().removed();
  if (facts.files == 0) facts.oldest.reset();
  if (facts.files > 0 && (!facts.oldest || removed_.at(index) != removed)) facts.oldest = reader_.oldest(index);
  removed_.at(index) = removed;
}

}  // namespace spectrumd
