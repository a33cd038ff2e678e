// SPDX-License-Identifier: MIT
#include "daemon/watch/book/book.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "daemon/config/json_text.h"
#include "daemon/watch/rule_json.h"

namespace spectrumd {
namespace {

constexpr Sql kSchema = R"(
  CREATE TABLE rule(id INTEGER PRIMARY KEY AUTOINCREMENT, json TEXT NOT NULL);
  CREATE TABLE alarm(id INTEGER PRIMARY KEY AUTOINCREMENT, rule INTEGER NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL,
    t0 INTEGER NOT NULL, last_on INTEGER NOT NULL, t1 INTEGER, reason TEXT NOT NULL, f_hz REAL NOT NULL,
    width_hz REAL NOT NULL, peak REAL NOT NULL, floor_db REAL NOT NULL, duty REAL NOT NULL,
    evidence TEXT NOT NULL DEFAULT '', recording TEXT NOT NULL DEFAULT '', note TEXT NOT NULL DEFAULT '');
  CREATE INDEX alarm_time ON alarm(t0);
  CREATE INDEX alarm_open ON alarm(id) WHERE t1 IS NULL;
  CREATE TABLE setting(name TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE period(id INTEGER PRIMARY KEY, t INTEGER NOT NULL, seconds REAL NOT NULL, center_hz REAL NOT NULL,
    span_hz REAL NOT NULL, rows INTEGER NOT NULL, sample_s REAL NOT NULL, revisit_s REAL NOT NULL,
    threshold_db REAL NOT NULL, bins BLOB NOT NULL);
  CREATE INDEX period_time ON period(t);
  CREATE TABLE occupancy(period INTEGER NOT NULL REFERENCES period(id) ON DELETE CASCADE, name TEXT NOT NULL,
    f0 REAL NOT NULL, f1 REAL NOT NULL, samples INTEGER NOT NULL, used INTEGER NOT NULL, began INTEGER NOT NULL,
    ended INTEGER NOT NULL, mean_db REAL NOT NULL, floor_db REAL NOT NULL, PRIMARY KEY(period, f0, f1, name)) WITHOUT ROWID;
  CREATE TABLE floor(t INTEGER NOT NULL, step_s INTEGER NOT NULL, center_hz REAL NOT NULL, span_hz REAL NOT NULL,
    floor_db REAL NOT NULL, lowest_db REAL NOT NULL, highest_db REAL NOT NULL, clipped REAL NOT NULL,
    coverage REAL NOT NULL, gain_db REAL, PRIMARY KEY(t, step_s, center_hz, span_hz)) WITHOUT ROWID;
  CREATE TABLE band(id INTEGER PRIMARY KEY, center_hz REAL NOT NULL, span_hz REAL NOT NULL, gain_db REAL,
    used INTEGER NOT NULL);
  CREATE TABLE usual(band INTEGER NOT NULL REFERENCES band(id) ON DELETE CASCADE, hour INTEGER NOT NULL,
    weeks REAL NOT NULL, p10 BLOB NOT NULL, median BLOB NOT NULL, p90 BLOB NOT NULL, PRIMARY KEY(band, hour));
  CREATE TABLE outbox(id INTEGER PRIMARY KEY AUTOINCREMENT, alarm INTEGER NOT NULL, kind TEXT NOT NULL,
    destination TEXT NOT NULL, secret TEXT NOT NULL, body TEXT NOT NULL, tries INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL, due INTEGER NOT NULL, error TEXT NOT NULL DEFAULT '');
  PRAGMA user_version=1;
)";
constexpr Sql kSecondVersion = R"(
  CREATE TABLE memory(id INTEGER PRIMARY KEY, rule INTEGER NOT NULL, center_hz REAL NOT NULL, span_hz REAL NOT NULL,
    bins INTEGER NOT NULL, gain_db REAL, t INTEGER NOT NULL, learnt BLOB NOT NULL);
  PRAGMA user_version=2;
)";
// The journal numbers what is made, for those who must miss nothing whatever the clock says: alarms (0) as they begin
// and end, minutes of the floor (1) by their time, periods of occupancy (2). The identity changes with the file.
constexpr Sql kThirdVersion = R"(
  CREATE TABLE journal(id INTEGER PRIMARY KEY AUTOINCREMENT, kind INTEGER NOT NULL, item INTEGER NOT NULL);
  CREATE TRIGGER alarm_begun AFTER INSERT ON alarm
    BEGIN INSERT INTO journal(kind, item) VALUES (0, NEW.id); END;
  CREATE TRIGGER alarm_ended AFTER UPDATE OF t1 ON alarm WHEN OLD.t1 IS NULL AND NEW.t1 IS NOT NULL
    BEGIN INSERT INTO journal(kind, item) VALUES (0, NEW.id); END;
  CREATE TRIGGER floor_measured AFTER INSERT ON floor WHEN NEW.step_s = 60
    BEGIN INSERT INTO journal(kind, item) VALUES (1, NEW.t); END;
  CREATE TRIGGER period_measured AFTER INSERT ON period
    BEGIN INSERT INTO journal(kind, item) VALUES (2, NEW.id); END;
  INSERT INTO journal(kind, item) SELECT 0, id FROM alarm ORDER BY id;
  INSERT INTO journal(kind, item) SELECT DISTINCT 1, t FROM floor WHERE step_s = 60 ORDER BY t;
  INSERT INTO journal(kind, item) SELECT 2, id FROM period ORDER BY id;
  INSERT INTO setting VALUES ('identity', abs(random()));
  PRAGMA user_version=3;
)";
constexpr int kVersion = 3;

std::unique_ptr<Database> opened(const std::filesystem::path& file) {
  auto database = std::make_unique<Database>(file);
  Transaction transaction(*database);  // another program may begin the same file
  const int version = database->version();
  if (version > kVersion)
    throw DatabaseError(file, fmt::format("is of version {}, made by a newer spectrumd; install that again", version),
                        0);
  if (version == 0) database->run(kSchema);
  if (version < 2) database->run(kSecondVersion);
  if (version < kVersion) database->run(kThirdVersion);
  transaction.commit();
  database->run("SELECT count(*) FROM rule; SELECT count(*) FROM setting; SELECT count(*) FROM alarm");  // if damaged
  return database;
}

}  // namespace

Book::Book(const std::filesystem::path& file) {
  try {
    database_ = opened(file);
    return;
  } catch (const DatabaseError& error) {
    if (!error.damaged()) throw;
    spdlog::error("{}", error.what());
  }
  set_database_aside(file);
  was_damaged_ = true;
  database_ = opened(file);
}

std::vector<Rule> Book::rules() {
  const std::scoped_lock lock(mutex_);
  std::vector<Rule> rules;
  Statement select(*database_, "SELECT id, json FROM rule ORDER BY id");
  while (select.step()) try {
      Rule rule = new_rule(parse_json(select.text(1), {.bytes = 1 << 20, .values = 100'000}));
      rule.id = select.integer(0);
      rules.push_back(std::move(rule));
    } catch (const std::exception& error) {
      spdlog::error("{}: rule {} cannot be read: {}", database_->path().string(), select.integer(0), error.what());
    }
  return rules;
}

void Book::save(Rule& rule) {
  const std::scoped_lock lock(mutex_);
  const std::string json = to_text(rule_json(rule, Secrets::Shown));
  if (rule.id == 0) {
    Statement(*database_, "INSERT INTO rule(json) VALUES (?1)").run(json);
    rule.id = database_->last_insert_id();
  } else {
    Statement(*database_, "UPDATE rule SET json=?2 WHERE id=?1").run(rule.id, json);
  }
}

bool Book::remove_rule(std::int64_t id) {
  const std::scoped_lock lock(mutex_);
  Transaction transaction(*database_);
  Statement(*database_, "DELETE FROM memory WHERE rule=?1").run(id);
  Statement(*database_, "DELETE FROM rule WHERE id=?1").run(id);
  const bool was_there = database_->changes() > 0;
  transaction.commit();
  return was_there;
}

OccupancyPlan Book::plan() {
  const std::scoped_lock lock(mutex_);
  Statement select(*database_, "SELECT json FROM setting WHERE name='occupancy'");
  if (!select.step()) return {};
  return changed_plan({}, parse_json(select.text(0), {.bytes = 1 << 20, .values = 100'000}));
}

void Book::save(const OccupancyPlan& plan) {
  const std::scoped_lock lock(mutex_);
  Statement(*database_, "INSERT OR REPLACE INTO setting VALUES ('occupancy', ?1)").run(to_text(plan_json(plan)));
}

}  // namespace spectrumd
