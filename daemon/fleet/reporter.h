// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "daemon/config/report_store.h"
#include "daemon/feeds/feed_state.h"
#include "daemon/fleet/delivery.h"
#include "daemon/fleet/report_book.h"
#include "daemon/fleet/report_stream.h"
#include "daemon/server/feed_list.h"

namespace spectrumd {

struct ReportPlan {
  ReportStore store;
  std::string password;             // empty: none, or that of a passfile
  std::string name;                 // of this receiver, for people
  std::string locator;              // where it is; empty: that is not reported
  std::vector<std::size_t> levels;  // of the history, all of their rows
  bool near_alarms = true;          // rows of a second near the begin and the end of an alarm
  std::size_t backlog_rate = 0;     // bytes per second that an outage has left to be sent
};

// How the receiver is, for the table `health`.
struct ReportedHealth {
  std::string state, reason;
  double center_hz = 0, span_hz = 0, rows_per_second = 0, load = 0;
  std::int64_t dropped_samples = 0, lost_rows = 0;
  std::int32_t open_alarms = 0;
  std::optional<bool> synchronized;
  std::string url;
};

// What is reported. All of it must outlive the reporter; any thread; nothing may throw.
struct ReportSources {
  const StoreReader& reader;
  std::function<Book*()> book = [] { return nullptr; };  // null while there is none
  std::function<std::vector<Time>(Time since, Time until)> looks = [](Time, Time) { return std::vector<Time>(); };
  std::function<ReportedHealth()> health;
  // As whom it reports, once its history is there.
  std::function<void(const std::string& history, const std::string& board)> found = [](const auto&, const auto&) {};
  std::string board, boot;  // identify the machine, and its run
};

// Reports a history to one database. The history itself is the queue: what is lacking there is known by its order
// (Gaps), and known to be there only after COMMIT. New rows are sent at once, what an outage has left behind them at a
// set rate, the newest first. On its own thread; destruction waits for a name that is looked up at most.
class Reporter {
 public:
  Reporter(ReportPlan plan, ReportSources sources, FeedList& feeds);

  std::uint64_t stored() const { return stored_; }    // rows
  std::uint64_t known() const { return known_; }      // sent, and there already
  std::uint64_t waiting() const { return waiting_; }  // frames and entries of the journal
  FeedStatus status() const;

 private:
  using Clock = std::chrono::steady_clock;
  enum class What : std::uint8_t { Live, Backlog };
  struct Part {  // of a batch
    std::string stream;
    Gap gap;
    Taken taken;
  };

  void run(const std::stop_token& stop);
  void session(const std::stop_token& stop);
  void begin_session(Delivery& delivery);
  void greet_again(Delivery& delivery);
  bool deliver(Delivery& delivery, What what);
  std::vector<Part> collect(What what, Batch& batch);
  void note(Delivery& delivery, const std::vector<Part>& parts, bool is_sent);
  bool has_news_of_clocks();
  void add_health(Batch& batch);
  void count_waiting(bool is_connected);
  void try_to_count();  // without a connection
  Gaps& gaps_of(const std::string& stream);

  const ReportPlan plan_;
  const ReportSources sources_;
  FeedState state_;
  std::atomic<std::uint64_t> stored_ = 0, known_ = 0, waiting_ = 0;

  // Used by the thread.
  Reporting reporting_;
  EpochTags epochs_;
  std::vector<std::unique_ptr<ReportStream>> streams_;  // in the order in which a backlog is sent
  std::unique_ptr<ReportBook> book_;
  std::string fleet_;
  int schema_ = 0;  // of the database
  std::map<std::string, Gaps> gaps_;
  Clock::time_point next_health_{}, next_count_{}, next_epochs_{}, next_greeting_{}, credited_{};
  double credit_ = 0;  // bytes of the backlog that may be sent now
  std::minstd_rand random_{std::random_device()()};

  FeedList::Entry entry_;
  std::jthread thread_;
};

}  // namespace spectrumd
