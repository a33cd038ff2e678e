// SPDX-License-Identifier: MIT
#include "daemon/store/epoch_book.h"

#include <algorithm>
#include <ctime>
#include <fstream>

namespace spectrumd {
namespace {

constexpr std::string_view kFile = "epochs.db";
constexpr int kVersion = 1;

}  // namespace

EpochBook::EpochBook(const std::filesystem::path& folder, const char* vfs)
    : database_(folder / kFile, DatabaseAccess::ReadWrite, std::chrono::seconds(5), {.vfs = vfs}) {
  if (database_.version() != 0) return;
  static_assert(kVersion == 1);
  Transaction transaction(database_);
  database_.run(
      "CREATE TABLE epoch(id INTEGER PRIMARY KEY, boot TEXT NOT NULL, ahead_ms INTEGER NOT NULL, "
      "synchronized INTEGER NOT NULL, shift_ms INTEGER NOT NULL); PRAGMA user_version=1");
  transaction.commit();
}

std::uint32_t EpochBook::begin(const Clock& clock, std::uint32_t after) {
  Statement last(database_, "SELECT max(id) FROM epoch");
  const std::int64_t known = last.step() ? last.integer(0) : 0;
  last.reset();
  const auto id = static_cast<std::uint32_t>(std::max<std::int64_t>(known, after) + 1);
  Statement(database_, "INSERT INTO epoch VALUES(?1, ?2, ?3, ?4, 0)")
      .run(id, clock.boot, clock.ahead.count(), clock.synchronized ? 1 : 0);
  return id;
}

bool EpochBook::synchronize(std::uint32_t epoch, const Clock& clock) {
  Transaction transaction(database_);  // less than a second is what a clock is adjusted by
  Statement(database_, "UPDATE epoch SET synchronized = 1 WHERE id = ?1").run(epoch);
  Statement move(database_,
                 "UPDATE epoch SET synchronized = 1, shift_ms = CASE WHEN abs(?2 - ahead_ms) < 1000 THEN 0 "
                 "ELSE ?2 - ahead_ms END WHERE boot = ?1 AND synchronized = 0");
  move.run(clock.boot, clock.ahead.count());
  const bool any = database_.changes() > 0;
  transaction.commit();
  return any;
}

std::vector<StoredEpoch> stored_epochs(const std::filesystem::path& folder) {
  std::vector<StoredEpoch> epochs;
  std::error_code error;
  if (!std::filesystem::exists(folder / kFile, error)) return epochs;
  Database database(folder / kFile, DatabaseAccess::ReadOnly);
  if (database.version() == 0) return epochs;  // its writer has only begun it
  for (Statement rows(database, "SELECT id, boot, ahead_ms, shift_ms FROM epoch ORDER BY id"); rows.step();)
    epochs.push_back(
        {static_cast<std::uint32_t>(rows.integer(0)), std::string(rows.text(1)), rows.integer(2), rows.integer(3)});
  return epochs;
}

std::map<std::uint32_t, std::int64_t> shifts_of_epochs(const std::filesystem::path& folder) {
  std::map<std::uint32_t, std::int64_t> shifts;
  try {
    for (const StoredEpoch& epoch : stored_epochs(folder))
      if (epoch.shift_ms != 0) shifts[epoch.id] = epoch.shift_ms;
  } catch (const DatabaseError&) {  // rows stay where their clock put them
  }
  return shifts;
}

std::string boot_id() {
  std::string id;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> id;
  return id;
}

std::chrono::nanoseconds time_since_boot() {
  timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

}  // namespace spectrumd
