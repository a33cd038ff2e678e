// SPDX-License-Identifier: MIT
#include "daemon/store/level_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "daemon/store/checked_vfs.h"

namespace spectrumd {
namespace {

// The log is moved into the file once it has a megabyte: here, not by SQLite, which would report a commit as failed
// that is on the disk already if moving fails.
constexpr std::size_t kMostLogBytes = 1 << 20;
constexpr DatabaseShape shape_on(const char* vfs) {
  return {.vfs = vfs,
          .pragmas = "PRAGMA page_size=1024; PRAGMA wal_autocheckpoint=0",
          .spare_bytes = static_cast<int>(kPageCheckBytes)};
}

constexpr std::chrono::seconds kPatience(5);  // with another connection

Database open_database(const std::filesystem::path& file, LevelFile::For what, const char* vfs) {
  const auto access = what == LevelFile::For::Writing ? DatabaseAccess::ReadWrite : DatabaseAccess::ReadOnly;
  return Database(file, access, kPatience, shape_on(checked_vfs(vfs)));
}

}  // namespace

#define FRAME_COLUMNS                                                                                       \
  "id, t0, t1, epoch, rows, first_sequence, last_sequence, center_hz, span_hz, bins, generation, gain_db, " \
  "rbw_hz, base_db, flags, crc"

struct LevelFile::Statements {
  explicit Statements(Database& database)
      : between(database, "SELECT " FRAME_COLUMNS " FROM frame WHERE t1 > ?1 AND t0 < ?2 ORDER BY t0"),
        at(database, "SELECT " FRAME_COLUMNS " FROM frame WHERE t1 >= ?1 AND t0 = ?1 AND epoch = ?2"),
        last(database, "SELECT " FRAME_COLUMNS " FROM frame ORDER BY id DESC LIMIT 1"),
        last_of(database, "SELECT " FRAME_COLUMNS " FROM frame WHERE epoch = ?1 ORDER BY id DESC LIMIT 1"),
        made(database, "SELECT " FRAME_COLUMNS
                       " FROM frame WHERE (epoch, first_sequence) > (?1, ?2) AND (epoch, first_sequence) < (?3, ?4) "
                       "ORDER BY epoch DESC, first_sequence DESC LIMIT ?5"),
        part(database, "SELECT body, crc FROM tile WHERE id = ?1") {}

  Statement between, at, last, last_of, made, part;
};

LevelFile::LevelFile(const std::filesystem::path& file, For what, const char* vfs)
    : name_(file.filename()), database_(open_database(file, what, vfs)) {
  check_version();
  if (what == For::Writing)
    make_tables();
  else
    database_.run("PRAGMA cache_size=-512");
  statements_ = std::make_unique<Statements>(database_);
}

LevelFile::~LevelFile() = default;

void LevelFile::check_version() {
  Statement application(database_, "PRAGMA application_id");
  const std::int64_t id = application.step() ? application.integer(0) : 0;
  application.reset();
  const int version = database_.version();
  if (id == 0 && version == 0) return;  // new
  if (id == kStoreApplication && version == kStoreVersion) return;
  throw StoreVersionError(fmt::format("{}: version {} of application {:#x}, not {} of {:#x}", database_.path().string(),
                                      version, id, kStoreVersion, kStoreApplication));
}

void LevelFile::make_tables() {
  if (database_.version() != 0) return;
  Transaction transaction(database_);
  database_.run(
      "CREATE TABLE frame(id INTEGER PRIMARY KEY, t0 INTEGER NOT NULL, t1 INTEGER NOT NULL, epoch INTEGER NOT NULL, "
      "rows INTEGER NOT NULL, first_sequence INTEGER NOT NULL, last_sequence INTEGER NOT NULL, center_hz REAL NOT "
      "NULL, "
      "span_hz REAL NOT NULL, bins INTEGER NOT NULL, generation INTEGER NOT NULL, gain_db REAL, rbw_hz REAL NOT NULL, "
      "base_db REAL NOT NULL, flags INTEGER NOT NULL, crc INTEGER NOT NULL);"
      "CREATE INDEX frame_t1 ON frame(t1);"
      "CREATE TABLE tile(id INTEGER PRIMARY KEY, crc INTEGER NOT NULL, body BLOB NOT NULL);"
      "PRAGMA application_id=0x53504831; PRAGMA user_version=1");
  transaction.commit();
}

void LevelFile::append(std::span<const EncodedFrame> frames) {
  Transaction transaction(database_);
  Statement add_frame(database_,
                      "INSERT INTO frame(t0, t1, epoch, rows, first_sequence, last_sequence, center_hz, "
                      "span_hz, bins, generation, gain_db, rbw_hz, base_db, flags, crc) "
                      "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)");
  Statement add_part(database_, "INSERT INTO tile(id, crc, body) VALUES(?1, ?2, ?3)");
  for (const EncodedFrame& frame : frames) {
    const FrameHead& head = frame.head;
    if (const auto known = frame_at(head.t0_ms, head.epoch); known && known->first_sequence == head.first_sequence)
      continue;
    std::optional<double> gain;
    if (head.gain) gain.emplace(head.gain->value);
    add_frame.run(head.t0_ms, head.t1_ms, head.epoch, head.rows, head.first_sequence, head.last_sequence,
                  head.center.value, head.span.value, head.bins, head.generation, gain, head.rbw_hz, head.base_db,
                  head.flags, checksum(head));
    const std::int64_t id = database_.last_insert_id();
    for (const EncodedPart& part : frame.parts)
      add_part.run(id * kFrameParts + part.part, checksum(part.body), std::span<const std::byte>(part.body));
  }
  transaction.commit();
  for (const EncodedFrame& frame : frames) log_bytes_ += frame.bytes();
  if (log_bytes_ > kMostLogBytes) move_log();
}

// If it fails, another commit tries again.
void LevelFile::move_log() {
  try {
    database_.run("PRAGMA wal_checkpoint(PASSIVE)");
    log_bytes_ = 0;
  } catch (const DatabaseError&) {
  }
}

namespace {

FrameHead head_of(const Statement& row) {
  FrameHead head;
  int column = 0;
  head.id = row.integer(column++);
  head.t0_ms = row.integer(column++);
  head.t1_ms = row.integer(column++);
  head.epoch = static_cast<std::uint32_t>(row.integer(column++));
  head.rows = static_cast<std::size_t>(row.integer(column++));
  head.first_sequence = static_cast<std::uint64_t>(row.integer(column++));
  head.last_sequence = static_cast<std::uint64_t>(row.integer(column++));
  head.center.value = row.real(column++);
  head.span.value = row.real(column++);
  head.bins = static_cast<std::size_t>(row.integer(column++));
  head.generation = static_cast<std::uint32_t>(row.integer(column++));
  if (!row.is_null(column)) head.gain = Decibels{row.real(column)};
  ++column;
  head.rbw_hz = row.real(column++);
  head.base_db = row.real(column++);
  head.flags = static_cast<std::uint16_t>(row.integer(column++));
  return head;
}

constexpr int kCrcColumn = 15;

// Also checks what the rest relies on.
bool is_sound(const FrameHead& head, std::int64_t crc) {
  return crc == checksum(head) && head.rows > 0 && head.rows <= kTileRows && head.bins > 0 &&
         head.bins <= kMostStoredBins && head.span.value > 0;
}

std::vector<FrameHead> heads_of(Statement& rows, const std::string& file) {
  std::vector<FrameHead> heads;
  while (rows.step()) {
    FrameHead head = head_of(rows);
    head.file = file;
    if (is_sound(head, rows.integer(kCrcColumn))) heads.push_back(std::move(head));
  }
  return heads;
}

std::optional<FrameHead> first_of(std::vector<FrameHead> heads) {
  if (heads.empty()) return std::nullopt;
  return std::move(heads.front());
}

}  // namespace

std::vector<FrameHead> LevelFile::frames(std::int64_t since_ms, std::int64_t until_ms) {
  return heads_of(statements_->between.bind(since_ms, until_ms), name_);
}

std::optional<FrameHead> LevelFile::frame_at(std::int64_t t0_ms, std::uint32_t epoch) {
  return first_of(heads_of(statements_->at.bind(t0_ms, epoch), name_));
}

std::optional<FrameHead> LevelFile::last_frame() { return first_of(heads_of(statements_->last.bind(), name_)); }

std::optional<FrameHead> LevelFile::last_frame_of(std::uint32_t epoch) {
  return first_of(heads_of(statements_->last_of.bind(epoch), name_));
}

std::vector<FrameHead> LevelFile::made_between(FrameKey after, FrameKey before, std::size_t most) {
  auto heads = heads_of(statements_->made.bind(after.epoch, after.sequence, before.epoch, before.sequence,
                                               static_cast<std::int64_t>(most)),
                        name_);
  std::ranges::reverse(heads);
  return heads;
}

std::size_t LevelFile::count_made_between(FrameKey after, FrameKey before) {
  Statement count(database_,
                  "SELECT count(*) FROM frame WHERE (epoch, first_sequence) > (?1, ?2) "
                  "AND (epoch, first_sequence) < (?3, ?4)");
  count.bind(after.epoch, after.sequence, before.epoch, before.sequence);
  return count.step() ? static_cast<std::size_t>(count.integer(0)) : 0;
}

std::optional<std::pair<FrameKey, FrameKey>> LevelFile::made() {
  const auto key = [this](Sql text) -> std::optional<FrameKey> {
    Statement select(database_, text);
    if (!select.step()) return std::nullopt;
    return FrameKey{select.integer(0), select.integer(1)};
  };
  const auto first = key("SELECT epoch, first_sequence FROM frame ORDER BY epoch, first_sequence LIMIT 1");
  const auto last = key("SELECT epoch, first_sequence FROM frame ORDER BY epoch DESC, first_sequence DESC LIMIT 1");
  if (!first || !last) return std::nullopt;
  return std::pair(*first, *last);
}

std::int64_t LevelFile::last_id() {
  Statement last(database_, "SELECT max(id) FROM frame");
  return last.step() ? last.integer(0) : 0;
}

std::optional<std::vector<std::byte>> LevelFile::part(std::int64_t frame, std::int64_t part) {
  Statement& statement = statements_->part.bind(frame * kFrameParts + part);
  if (!statement.step()) return std::nullopt;
  const auto body = statement.blob(0);
  std::optional<std::vector<std::byte>> found;
  if (statement.integer(1) == checksum(body)) found.emplace(body.begin(), body.end());
  statement.reset();
  return found;
}

std::size_t LevelFile::frame_count() {
  Statement statement(database_, "SELECT count(*) FROM frame");
  return statement.step() ? static_cast<std::size_t>(statement.integer(0)) : 0;
}

std::optional<std::int64_t> LevelFile::oldest_ms() {
  Statement statement(database_, "SELECT min(t0) FROM frame");
  if (!statement.step() || statement.is_null(0)) return std::nullopt;
  return statement.integer(0);
}

std::optional<std::uint32_t> LevelFile::last_epoch() {
  Statement statement(database_, "SELECT max(epoch) FROM frame");
  if (!statement.step() || statement.is_null(0)) return std::nullopt;
  return static_cast<std::uint32_t>(statement.integer(0));
}

}  // namespace spectrumd
