// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "daemon/fleet/fleet_status.h"
#include "daemon/fleet/pg_connection.h"
#include "daemon/hub/reach.h"
#include "daemon/pipeline/view.h"
#include "daemon/store/frame.h"

namespace spectrumd {

struct FleetFrame {
  std::int64_t receiver = 0, epoch = 0;  // the epoch as the database has it; that of the head is unused
  FrameHead head;
  std::vector<RowNote> notes;
};

// The loudest that a receiver heard in a range.
struct Heard {
  std::int64_t receiver = 0;
  Time at;
  double frequency_hz = 0, level_db = 0;
  double median_db = 0;  // of all its levels there: what the loudest stands out of
};

// A bin of a band: the most that any receiver had in it, and who that was. 0: none had rows of it.
struct MaximumBin {
  std::int64_t receiver = 0;
  double level_db = 0;
};

struct FleetAlarm {
  std::int64_t receiver = 0, id = 0;
  Time begin;
  std::optional<Time> end;
  std::string name, kind, reason;
  double frequency_hz = 0, width_hz = 0, peak = 0, floor_db = 0;
  std::int64_t journal = 0;  // that numbers it
};

// Reads what the receivers of a fleet have reported. Any thread; blocks on the database, over connections that are
// kept. Throws PgError.
class FleetReader {
 public:
  explicit FleetReader(PgConnection::Login login) : login_(std::move(login)) {}

  std::vector<FleetReceiver> receivers();
  std::optional<FleetIdentity> identity(std::int64_t receiver);

  // With rows in [since, until), in the order in which they were made.
  std::vector<FleetFrame> frames(std::int64_t receiver, std::size_t level, Time since, Time until);

  // As the receiver stored it; nullopt if there is none.
  std::optional<std::vector<std::byte>> tile(std::int64_t receiver, std::size_t level, std::int64_t t0_ms,
                                             std::int64_t from_hz, Detector detector, std::int64_t epoch);

  // Of each receiver that has rows of the range, the loudest first; nullopt if that is too much for one answer.
  std::optional<std::vector<Heard>> heard(std::size_t level, Time since, Time until, Hertz from, Hertz to);

  // Of `bins` bins of a range; nullopt likewise. Bins of receivers count for all that they overlap.
  std::optional<std::vector<MaximumBin>> maximum(std::size_t level, Time since, Time until, Hertz from, Hertz to,
                                                 std::size_t bins);

  // The newest first, `most` at most.
  std::vector<FleetAlarm> alarms(Time since, Time until, std::size_t most);

  void stop() { stop_.request_stop(); }  // ends what is under way, as PgError
  std::stop_token stopping() const { return stop_.get_token(); }

 private:
  template <class Use>
  auto with_connection(Use use);

  std::optional<PgRows> tiles(std::size_t level, Time since, Time until, Hertz from, Hertz to);

  const PgConnection::Login login_;
  std::stop_source stop_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<PgConnection>> idle_;  // guarded by mutex_
};

}  // namespace spectrumd
