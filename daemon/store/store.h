// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "daemon/pipeline/event_log.h"
#include "daemon/pipeline/history.h"
#include "daemon/store/level.h"
#include "daemon/store/store_reader.h"
#include "daemon/store/store_writer.h"

namespace spectrumd {

enum class StoreState { Starting, Writing, Full, ReadOnly, InUse, Failed };
std::string_view to_string(StoreState state);  // "read_only"

struct StoreFacts {
  struct OfLevel {
    std::string_view name;
    std::chrono::seconds step{};
    std::uint64_t bytes = 0, limit_bytes = 0;
    std::size_t files = 0;
    std::uint64_t rows = 0;      // written since the start
    std::optional<Time> oldest;  // row on disk
  };
  std::filesystem::path folder;
  StoreState state = StoreState::Starting;
  std::string reason;  // of a state other than writing
  std::uint64_t bytes = 0, limit_bytes = 0;
  std::optional<Time> oldest;
  std::uint64_t lost_rows = 0;         // since the start: memory forgot them while nothing could be written
  std::vector<std::string> set_aside;  // damaged files, renamed since the start
  std::vector<OfLevel> levels;
};

// Writes the history to disk, see README.md. Its thread `store` reads the rows of History's tiers with a cursor, so
// nothing that the disk does delays a row. While a disk fails, memory continues: that is a state and an event, and rows
// are lost only once neither the tier nor 4 MiB of compressed frames can hold them. Any thread; only construction
// (which touches no disk) and destruction, which writes what is pending, wait for the thread.
class Store {
 public:
  Store(const History& history, EventLog& events, StorePlan plan, StoreHooks hooks);
  ~Store();

  StoreFacts facts() const;
  const StoreReader& reader() const { return reader_; }

 private:
  using Steady = StoreWriter::Steady;
  void run(const std::stop_token& stop);
  void work(Steady::time_point now);
  void retry_later(Steady::time_point now);
  bool attempt(const std::function<void()>& work);  // false if it failed, which is then the state
  void enter(StoreState state, const std::string& reason);
  void publish();
  void publish_level(std::size_t index, StoreFacts::OfLevel& facts);

  EventLog& events_;
  const StorePlan plan_;
  StoreReader reader_;

  // Used by the thread.
  StoreWriter writer_;
  bool is_open_ = false;
  Steady::time_point retry_{};
  std::array<std::uint64_t, kLevels> removed_{};  // files

  mutable std::mutex mutex_;  // guards the facts
  std::condition_variable_any stopped_;
  StoreFacts facts_;
  std::jthread thread_;
};

}  // namespace spectrumd
