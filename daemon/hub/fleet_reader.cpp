// SPDX-License-Identifier: MIT
#include "daemon/hub/fleet_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <thread>

#include "daemon/store/frame_codec.h"
#include "daemon/store/level.h"

namespace spectrumd {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kMostIdle = 4;
constexpr unsigned kMostThreads = 4;
constexpr std::size_t kMostTilesHeard = 4000;       // of 10 kB
constexpr std::chrono::hours kLongestClockStep(2);  // within a frame, beyond its rows

Time from_ms(double ms) { return Time(milliseconds(std::llround(ms))); }

// $1, in milliseconds, as a time.
std::string as_time(std::string_view ms) { return fmt::format("to_timestamp({}::double precision / 1000)", ms); }

std::string step_of(std::size_t level) { return std::to_string(kLevelTable.at(level).step.count()); }

// A frame has 60 rows at most: how long before a time one may begin that reaches it.
std::int64_t longest_frame_ms(std::size_t level) {
  return milliseconds(kLevelTable.at(level).step * static_cast<int>(kTileRows) + kLongestClockStep).count();
}

// Frames of the step $1 that reach into the times from $2 to $3, of which those before $4 cannot. What was made before
// a clock was set is found by its epoch: few are, and the partitions of the others are not searched for them. `Whole`
// has the rows of their tiles, too; the times of these are given a second time, or all of a month would be read.
enum class Reaching : std::uint8_t { Heads, Whole };
std::string frames_reaching(std::string_view columns, Reaching what, std::string_view condition) {
  const bool is_whole = what == Reaching::Whole;
  const std::string more = is_whole ? "JOIN fleet.tile t USING (receiver, step, t0, epoch)" : "";
  const auto times_of_tiles = [&](std::string_view shift) {
    return is_whole ? fmt::format("AND t.step = $1::int AND t.t0 >= {0}{2} AND t.t0 < {1}{2}", as_time("$4"),
                                  as_time("$3"), shift)
                    : "";
  };
  const std::string shifts =
      "(SELECT DISTINCT ON (receiver, epoch) receiver, epoch, shift_ms FROM fleet.clock "
      "ORDER BY receiver, epoch, noted_at DESC) s";
  return fmt::format(
      "SELECT {0}, 0 FROM fleet.frame f {1} "
      "WHERE f.step = $1::int AND f.t0 >= {2} AND f.t0 < {3} AND f.t1 > {4} AND NOT EXISTS "
      "(SELECT FROM {5} WHERE s.receiver = f.receiver AND s.epoch = f.epoch AND s.shift_ms <> 0) {6} {7} "
      "UNION ALL SELECT {0}, s.shift_ms FROM {5} JOIN fleet.frame f USING (receiver, epoch) {1} "
      "WHERE s.shift_ms <> 0 AND f.step = $1::int AND f.t0 >= {2} - s.shift_ms * '1 ms'::interval "
      "AND f.t0 < {3} - s.shift_ms * '1 ms'::interval AND f.t1 > {4} - s.shift_ms * '1 ms'::interval {6} {8}",
      columns, more, as_time("$4"), as_time("$3"), as_time("$2"), shifts, condition, times_of_tiles(""),
      times_of_tiles(" - s.shift_ms * '1 ms'::interval"));
}

constexpr const char* kHead =
    "f.receiver, f.epoch, extract(epoch FROM f.t0) * 1000, extract(epoch FROM f.t1) * 1000, f.rows, f.first_sequence, "
    "f.last_sequence, f.center_hz, f.span_hz, f.bins, f.generation, f.gain_db, f.rbw_hz, f.base_db, f.flags, f.notes";
constexpr int kNotes = 15, kAfterHead = 16;

FleetFrame frame_in(const PgRows& rows, std::size_t row, int shift, TileDecoder& decoder) {
  FleetFrame frame{.receiver = rows.integer(row, 0), .epoch = rows.integer(row, 1), .head = {}, .notes = {}};
  FrameHead& head = frame.head;
  head.t0_ms = std::llround(rows.real(row, 2));
  head.t1_ms = std::llround(rows.real(row, 3));
  head.shift_ms = rows.integer(row, shift);
  head.rows = static_cast<std::size_t>(rows.integer(row, 4));
  head.first_sequence = static_cast<std::uint64_t>(rows.integer(row, 5));
  head.last_sequence = static_cast<std::uint64_t>(rows.integer(row, 6));
  head.center = {rows.real(row, 7)};
  head.span = {rows.real(row, 8)};
  head.bins = static_cast<std::size_t>(rows.integer(row, 9));
  head.generation = static_cast<std::uint32_t>(rows.integer(row, 10));
  if (!rows.is_null(row, 11)) head.gain = Decibels{rows.real(row, 11)};
  head.rbw_hz = rows.real(row, 12);
  head.base_db = rows.real(row, 13);
  head.flags = static_cast<std::uint16_t>(rows.integer(row, 14));
  try {
    if (head.rows <= kTileRows) frame.notes = decode_notes(decoder, rows.bytes(row, kNotes), head);
  } catch (const TileError&) {  // the frame cannot be shown
  }
  return frame;
}

std::vector<std::optional<std::string>> times(std::size_t level, Time since, Time until) {
  return {step_of(level), std::to_string(to_ms(since)), std::to_string(to_ms(until)),
          std::to_string(to_ms(since) - longest_frame_ms(level))};
}

// The levels of a tile of an answer.
struct LevelReader {
  FleetFrame frame;
  std::size_t tile = 0;
  std::vector<std::uint8_t> levels;  // row by row

  bool read(const PgRows& rows, std::size_t row) {  // false: it is damaged
    frame = frame_in(rows, row, kAfterHead + 2, decoder_);
    tile = static_cast<std::size_t>(rows.integer(row, kAfterHead));
    if (frame.notes.empty() || tile >= frame.head.tiles()) return false;
    levels.resize(frame.head.rows * frame.head.tile_bins(tile));
    try {
      decoder_.decode(rows.bytes(row, kAfterHead + 1), frame.head.tile_bins(tile), levels);
    } catch (const TileError&) {
      return false;
    }
    return true;
  }

 private:
  TileDecoder decoder_;
};

// Levels of a range, of one receiver.
class Loudest {
 public:
  void add(const FleetFrame& frame, std::size_t tile, std::span<const std::uint8_t> levels, Time since, Time until,
           Hertz from, Hertz to) {
    const std::size_t bins = frame.head.tile_bins(tile);
    const double cell = frame.head.span.value / static_cast<double>(frame.head.bins);
    for (std::size_t row = 0; row < frame.head.rows; ++row) {
      const Time begin = frame.head.begin() + frame.notes[row].offset;
      if (begin >= until || begin + frame.notes[row].duration <= since) continue;
      for (std::size_t bin = 0; bin < bins; ++bin) {
        const double center = frame.head.tile_from(tile).value + (static_cast<double>(bin) + 0.5) * cell;
        if (std::abs(center - (from.value + to.value) / 2) > (to.value - from.value + cell) / 2) continue;
        add(frame.head.base_db, levels[row * bins + bin], begin, center);
      }
    }
  }

  std::optional<Heard> heard(std::int64_t receiver) {
    if (count_ == 0) return std::nullopt;
    std::uint64_t below = 0;
    auto step = counts_.begin();
    while ((below += step->second) * 2 <= count_) ++step;
    loudest_.receiver = receiver;
    loudest_.median_db = static_cast<double>(step->first) * kLevelStepDb;
    return loudest_;
  }

 private:
  void add(double base_db, std::uint8_t level, Time at, double frequency) {
    if (level == 0) return;
    const double db = base_db + kLevelStepDb * (level - 1);
    if (count_ == 0 || db > loudest_.level_db)
      loudest_ = {.receiver = 0, .at = at, .frequency_hz = frequency, .level_db = db, .median_db = 0};
    ++count_;
    ++counts_[std::lround(db / kLevelStepDb)];
  }

  std::uint64_t count_ = 0;
  std::map<long, std::uint64_t> counts_;  // by steps of the level
  Heard loudest_;
};

// The most of all receivers in each bin of a range. First the rows of a tile are folded, a byte at a time.
class Maximum {
 public:
  Maximum(Hertz from, Hertz to, std::size_t bins)
      : from_(from.value), width_((to.value - from.value) / static_cast<double>(bins)), bins_(bins) {}

  void add(const FleetFrame& frame, std::size_t tile, std::span<const std::uint8_t> levels, Time since, Time until) {
    const FrameHead& head = frame.head;
    const std::size_t bins = head.tile_bins(tile);
    std::array<std::uint8_t, kTileBins> most{}, line{};  // of a fixed size, so that the compiler takes 16 at a time
    for (std::size_t row = 0; row < head.rows; ++row) {
      const Time begin = head.begin() + frame.notes[row].offset;
      if (begin >= until || begin + frame.notes[row].duration <= since) continue;
      std::copy_n(levels.begin() + static_cast<std::ptrdiff_t>(row * bins), bins, line.begin());
      for (std::size_t n = 0; n < kTileBins; ++n) most[n] = std::max(most[n], line[n]);
    }
    const double cell = head.span.value / static_cast<double>(head.bins);
    for (std::size_t bin = 0; bin < bins; ++bin) {
      if (most[bin] == 0) continue;
      const double lower = head.tile_from(tile).value + static_cast<double>(bin) * cell;
      note(frame.receiver, head.base_db + kLevelStepDb * (most[bin] - 1), lower, lower + cell);
    }
  }
  void add(const Maximum& other) {
    for (std::size_t n = 0; n < bins_.size(); ++n) note(n, other.bins_[n].receiver, other.bins_[n].level_db);
  }
  const std::vector<MaximumBin>& bins() const { return bins_; }

 private:
  // Edges of bins that are meant to be the same differ in the last digits.
  void note(std::int64_t receiver, double db, double lower, double upper) {
    constexpr double kHair = 1e-6;
    const double first = std::floor((lower - from_) / width_ + kHair),
                 after = std::ceil((upper - from_) / width_ - kHair);
    const auto end = static_cast<std::size_t>(std::clamp(after, 0.0, static_cast<double>(bins_.size())));
    for (auto n = static_cast<std::size_t>(std::max(first, 0.0)); n < end; ++n) note(n, receiver, db);
  }
  // Of two that are as loud the one that reported first, so that every hub has the same answer.
  void note(std::size_t n, std::int64_t receiver, double db) {
    MaximumBin& bin = bins_[n];
    if (receiver == 0) return;
    if (bin.receiver == 0 || db > bin.level_db || (db == bin.level_db && receiver < bin.receiver)) bin = {receiver, db};
  }

  const double from_, width_;
  std::vector<MaximumBin> bins_;
};

}  // namespace

// What fails may be the connection: it is not used again.
template <class Use>
auto FleetReader::with_connection(Use use) {
  std::unique_ptr<PgConnection> connection;
  {
    const std::scoped_lock lock(mutex_);
    if (!idle_.empty()) {
      connection = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  const bool is_kept = connection != nullptr;
  auto result = [&] {
    try {
      if (!is_kept) connection = std::make_unique<PgConnection>(login_, stop_.get_token());
      return use(*connection);
    } catch (const PgError& error) {
      if (!is_kept || !error.state.empty()) throw;
      connection = std::make_unique<PgConnection>(login_, stop_.get_token());  // the server was restarted meanwhile
      return use(*connection);
    }
  }();
  const std::scoped_lock lock(mutex_);
  if (idle_.size() < kMostIdle) idle_.push_back(std::move(connection));
  return result;
}

std::vector<FleetReceiver> FleetReader::receivers() {
  return with_connection([](PgConnection& connection) { return fleet_receivers(connection); });
}

std::optional<FleetIdentity> FleetReader::identity(std::int64_t receiver) {
  const PgRows rows = with_connection([&](PgConnection& connection) {
    return connection.run("SELECT name, history, board FROM fleet.receiver WHERE id = $1::int",
                          {std::to_string(receiver)});
  });
  if (rows.size() == 0) return std::nullopt;
  return FleetIdentity{.id = receiver,
                       .name = std::string(rows.text(0, 0)),
                       .history = std::string(rows.text(0, 1)),
                       .board = std::string(rows.text(0, 2))};
}

std::vector<FleetFrame> FleetReader::frames(std::int64_t receiver, std::size_t level, Time since, Time until) {
  auto values = times(level, since, until);
  values.emplace_back(std::to_string(receiver));
  static const std::string statement =
      frames_reaching(kHead, Reaching::Heads, "AND f.receiver = $5::int") + " ORDER BY 2, 6";
  const PgRows rows = with_connection([&](PgConnection& connection) { return connection.run(statement, values); });
  TileDecoder decoder;
  std::vector<FleetFrame> frames;
  for (std::size_t row = 0; row < rows.size(); ++row)
    if (FleetFrame frame = frame_in(rows, row, kAfterHead, decoder); !frame.notes.empty())
      frames.push_back(std::move(frame));
  return frames;
}

std::optional<std::vector<std::byte>> FleetReader::tile(std::int64_t receiver, std::size_t level, std::int64_t t0_ms,
                                                        std::int64_t from_hz, Detector detector, std::int64_t epoch) {
  static const std::string statement = fmt::format(
      "SELECT t.mean, t.max FROM fleet.frame f JOIN fleet.tile t USING (receiver, step, t0, epoch) "
      "WHERE f.receiver = $1::int AND f.step = $2::int AND f.t0 = {} AND f.epoch = $4::bigint "
      "AND round(f.center_hz - f.span_hz / 2 + f.span_hz * {} * t.tile / f.bins) = $5::bigint",
      as_time("$3"), kTileBins);
  const PgRows rows = with_connection([&](PgConnection& connection) {
    return connection.run(statement, {std::to_string(receiver), step_of(level), std::to_string(t0_ms),
                                      std::to_string(epoch), std::to_string(from_hz)});
  });
  const int column = detector == Detector::Mean ? 0 : 1;
  if (rows.size() == 0 || rows.is_null(0, column)) return std::nullopt;
  return rows.bytes(0, column);
}

// Tiles that have some of a range, with the heads of their frames; nullopt if there are too many.
std::optional<PgRows> FleetReader::tiles(std::size_t level, Time since, Time until, Hertz from, Hertz to) {
  auto values = times(level, since, until);
  values.emplace_back(fmt::format("{}", from.value));
  values.emplace_back(fmt::format("{}", to.value));
  static const std::string statement =
      frames_reaching(
          fmt::format("{}, t.tile, t.max", kHead), Reaching::Whole,
          fmt::format("AND t.max IS NOT NULL "
                      "AND f.center_hz - f.span_hz / 2 + f.span_hz * {0} * t.tile / f.bins < $6::double precision "
                      "AND f.center_hz - f.span_hz / 2 + f.span_hz * least({0} * (t.tile + 1), f.bins) / f.bins > "
                      "$5::double precision",
                      kTileBins)) +
      fmt::format(" LIMIT {}", kMostTilesHeard + 1);
  PgRows rows = with_connection([&](PgConnection& connection) { return connection.run(statement, values); });
  if (rows.size() > kMostTilesHeard) return std::nullopt;
  return rows;
}

std::optional<std::vector<Heard>> FleetReader::heard(std::size_t level, Time since, Time until, Hertz from, Hertz to) {
  const auto rows = tiles(level, since, until, from, to);
  if (!rows) return std::nullopt;
  std::map<std::int64_t, Loudest> all;
  LevelReader reader;
  for (std::size_t row = 0; row < rows->size(); ++row)
    if (reader.read(*rows, row))
      all[reader.frame.receiver].add(reader.frame, reader.tile, reader.levels, since, until, from, to);
  std::vector<Heard> list;
  for (auto& [receiver, loudest] : all)
    if (const auto heard = loudest.heard(receiver)) list.push_back(*heard);
  std::ranges::stable_sort(list, std::greater(), &Heard::level_db);
  return list;
}

// Inflating the tiles takes most of the time.
std::optional<std::vector<MaximumBin>> FleetReader::maximum(std::size_t level, Time since, Time until, Hertz from,
                                                            Hertz to, std::size_t bins) {
  const auto rows = tiles(level, since, until, from, to);
  if (!rows) return std::nullopt;
  std::vector<Maximum> parts(std::clamp(std::thread::hardware_concurrency(), 1U, kMostThreads),
                             Maximum(from, to, bins));
  {
    std::vector<std::jthread> threads;
    for (std::size_t n = 0; n < parts.size(); ++n)
      threads.emplace_back([&, n] {
        LevelReader reader;
        for (std::size_t row = n; row < rows->size(); row += parts.size())
          if (reader.read(*rows, row)) parts[n].add(reader.frame, reader.tile, reader.levels, since, until);
      });
  }
  for (const Maximum& part : parts) parts.front().add(part);
  return parts.front().bins();
}

// One has a row for its begin and one for its end, which has all there is to say.
std::vector<FleetAlarm> FleetReader::alarms(Time since, Time until, std::size_t most) {
  static const std::string statement = fmt::format(
      "SELECT * FROM (SELECT DISTINCT ON (receiver, t0, book, id) receiver, id, extract(epoch FROM t0) * 1000, "
      "extract(epoch FROM t1) * 1000, name, kind, reason, frequency_hz, width_hz, peak, floor_db, book FROM "
      "fleet.alarm "
      "WHERE t0 >= {} AND t0 < {} ORDER BY receiver, t0, book, id, ended DESC) a ORDER BY 3 DESC LIMIT $3::int",
      as_time("$1"), as_time("$2"));
  const PgRows rows = with_connection([&](PgConnection& connection) {
    return connection.run(statement,
                          {std::to_string(to_ms(since)), std::to_string(to_ms(until)), std::to_string(most)});
  });
  std::vector<FleetAlarm> alarms;
  for (std::size_t row = 0; row < rows.size(); ++row)
    alarms.push_back({.receiver = rows.integer(row, 0),
                      .id = rows.integer(row, 1),
                      .begin = from_ms(rows.real(row, 2)),
                      .end = rows.is_null(row, 3) ? std::nullopt : std::optional(from_ms(rows.real(row, 3))),
                      .name = std::string(rows.text(row, 4)),
                      .kind = std::string(rows.text(row, 5)),
                      .reason = std::string(rows.text(row, 6)),
                      .frequency_hz = rows.real(row, 7),
                      .width_hz = rows.real(row, 8),
                      .peak = rows.real(row, 9),
                      .floor_db = rows.real(row, 10),
                      .journal = rows.integer(row, 11)});
  return alarms;
}

}  // namespace spectrumd
