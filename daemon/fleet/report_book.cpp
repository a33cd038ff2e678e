// SPDX-License-Identifier: MIT
#include "daemon/fleet/report_book.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <system_error>
#include <vector>

#include "mailbox/descriptor.h"

namespace spectrumd {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLengthOfId = 36;
constexpr int kVersion = 1;

std::string first_word(const fs::path& file) {
  std::string word;
  std::ifstream(file) >> word;
  return word;
}

// There with all of its content or not at all.
void write_id(const fs::path& file, const std::string& id) {
  const fs::path draft = file.string() + ".new";
  const mailbox::Descriptor target(::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  const std::string line = id + "\n";
  if (target.get() < 0 || ::write(target.get(), line.data(), line.size()) != static_cast<ssize_t>(line.size()) ||
      ::fsync(target.get()) != 0)
    throw std::system_error(errno, std::generic_category(), draft.string());
  fs::rename(draft, file);
}

std::unique_ptr<Database> opened(const fs::path& file) {
  auto database = std::make_unique<Database>(file);
  Transaction transaction(*database);
  static_assert(kVersion == 1);
  if (database->version() > kVersion) throw DatabaseError(file, "was made by a newer spectrumd; install that again", 0);
  if (database->version() == 0)
    database->run(
        "CREATE TABLE destination(fleet TEXT PRIMARY KEY, receiver INTEGER NOT NULL, batch INTEGER NOT NULL);"
        "CREATE TABLE gap(fleet TEXT NOT NULL, stream TEXT NOT NULL, after_epoch INTEGER NOT NULL, "
        "after_number INTEGER NOT NULL, before_epoch INTEGER NOT NULL, before_number INTEGER NOT NULL, "
        "PRIMARY KEY(fleet, stream, after_epoch, after_number)); PRAGMA user_version=1");
  transaction.commit();
  return database;
}

}  // namespace

std::string history_id(const fs::path& folder) {
  const fs::path file = folder / "id";
  std::string id = first_word(file);
  if (id.size() == kLengthOfId) return id;
  id = first_word("/proc/sys/kernel/random/uuid");
  fs::create_directories(folder);
  write_id(file, id);
  return id;
}

ReportBook::ReportBook(const fs::path& folder) {
  const fs::path file = folder / "reports.db";
  try {
    database_ = opened(file);
    return;
  } catch (const DatabaseError& error) {
    if (!error.damaged()) throw;
  }
  for (const char* end : {"", "-wal", "-shm"}) {
    std::error_code missing;
    fs::rename(file.string() + end, file.string() + ".damaged" + end, missing);
  }
  database_ = opened(file);
}

ReportBook::Destination ReportBook::destination(const std::string& fleet) {
  Statement select(*database_, "SELECT receiver, batch FROM destination WHERE fleet=?1");
  select.bind(fleet);
  return select.step() ? Destination{select.integer(0), select.integer(1)} : Destination{};
}

Gaps ReportBook::gaps(const std::string& fleet, const std::string& stream) {
  Statement select(*database_,
                   "SELECT after_epoch, after_number, before_epoch, before_number FROM gap "
                   "WHERE fleet=?1 AND stream=?2 ORDER BY after_epoch, after_number");
  std::vector<Gap> gaps;
  for (select.bind(fleet, stream); select.step();)
    gaps.push_back({{select.integer(0), select.integer(1)}, {select.integer(2), select.integer(3)}});
  return Gaps(std::move(gaps));
}

void ReportBook::forget(const std::string& fleet) {
  Transaction transaction(*database_);
  Statement(*database_, "DELETE FROM gap WHERE fleet=?1").run(fleet);
  Statement(*database_, "DELETE FROM destination WHERE fleet=?1").run(fleet);
  transaction.commit();
}

void ReportBook::save(const std::string& fleet, const Destination& destination) {
  Statement(*database_, "INSERT OR REPLACE INTO destination VALUES (?1, ?2, ?3)")
      .run(fleet, destination.receiver, destination.batch);
}

void ReportBook::save(const std::string& fleet, const std::string& stream, const Gaps& gaps) {
  Statement(*database_, "DELETE FROM gap WHERE fleet=?1 AND stream=?2").run(fleet, stream);
  Statement insert(*database_, "INSERT INTO gap VALUES (?1, ?2, ?3, ?4, ?5, ?6)");
  for (const auto& [after, before] : gaps.all())
    insert.run(fleet, stream, after.epoch, after.number, before.epoch, before.number);
}

}  // namespace spectrumd
