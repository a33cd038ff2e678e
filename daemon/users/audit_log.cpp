// SPDX-License-Identifier: MIT
#include "daemon/users/audit_log.h"

#include <pthread.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>
#include <utility>

#include "daemon/config/json_text.h"
#include "daemon/config/text_file.h"
#include "daemon/users/private_file.h"
#include "mailbox/descriptor.h"

namespace spectrumd {
namespace {

constexpr std::size_t kMostBytesRead = 8 << 20;
constexpr JsonLimits kLineLimits{.bytes = 8192};

std::string line_of(const AuditEntry& entry) {
  Json json{{"time", format_time(entry.time)}, {"who", entry.who}, {"address", entry.address}, {"what", entry.what}};
  if (!entry.values.empty()) json["values"] = entry.values;
  if (entry.times > 1) json["times"] = entry.times;
  return to_text(json) + '\n';
}

bool is_more_of(const AuditEntry& one, const AuditEntry& next) {
  return one.who == next.who && one.address == next.address && one.what == next.what;
}

void read_lines(const std::filesystem::path& file, std::vector<Json>& all) {
  std::string text;
  try {
    text = read_text_file(file, {.bytes = kMostBytesRead});
  } catch (const TextFileError&) {  // there is none yet
    return;
  }
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) try {
      all.push_back(parse_json(line, kLineLimits));
    } catch (const JsonError&) {  // cut off by a full disk
    }
}

}  // namespace

AuditLog::AuditLog(const std::filesystem::path& folder, const AuditLimits& limits)
    : file_(folder / "audit.log"), older_(folder / "audit.1.log"), limits_(limits) {}

AuditLog::~AuditLog() = default;

void AuditLog::note(AuditEntry entry) {
  const std::scoped_lock lock(mutex_);
  if (waiting_.size() >= kMostWaiting) {
    ++dropped_;
    return;
  }
  waiting_.push_back(std::move(entry));
  if (!thread_.joinable()) thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
  changed_.notify_all();
}

// The first of a run is written at once, so that a crash loses no more than its repetitions.
void AuditLog::run(const std::stop_token& stop) {
  pthread_setname_np(pthread_self(), "audit");
  std::unique_lock lock(mutex_);
  for (;;) {
    const auto has_work = [this] { return !waiting_.empty(); };
    if (run_)
      changed_.wait_for(lock, stop, limits_.together, has_work);
    else
      changed_.wait(lock, stop, has_work);
    const std::vector<AuditEntry> due = waiting_.empty() ? finished_run() : next();
    is_writing_ = true;
    lock.unlock();
    for (const AuditEntry& entry : due) write(entry);
    lock.lock();
    is_writing_ = false;
    changed_.notify_all();
    if (waiting_.empty() && !run_ && stop.stop_requested()) return;
  }
}

std::vector<AuditEntry> AuditLog::finished_run() {
  const auto entry = std::exchange(run_, std::nullopt);
  return entry && entry->times > 0 ? std::vector{*entry} : std::vector<AuditEntry>();
}

// What is to be written of the first that waits, and before it.
std::vector<AuditEntry> AuditLog::next() {
  AuditEntry entry = std::move(waiting_.front());
  waiting_.pop_front();
  if (run_ && is_more_of(*run_, entry) && entry.time - run_->time < limits_.together) {
    run_->values = std::move(entry.values);
    ++run_->times;
    return {};
  }
  std::vector<AuditEntry> due = finished_run();
  if (const std::size_t dropped = std::exchange(dropped_, 0); dropped > 0)
    due.push_back({.time = entry.time, .who = "(anyone)", .what = "too many changes at once", .times = dropped});
  run_ = entry;
  run_->times = 0;
  due.push_back(std::move(entry));
  return due;
}

// A line at a time in a file that is opened for it: a command may have begun another file since.
void AuditLog::write(const AuditEntry& entry) {
  const std::string line = line_of(entry);
  std::error_code ignored;
  std::filesystem::create_directories(file_.parent_path(), ignored);
  struct stat status {};
  if (::stat(file_.c_str(), &status) == 0 &&
      static_cast<std::uint64_t>(status.st_size) + line.size() > limits_.file_bytes)
    ::rename(file_.c_str(), older_.c_str());
  const mailbox::Descriptor file(open_private_log(file_));
  if (file.get() >= 0 && ::write(file.get(), line.data(), line.size()) == static_cast<ssize_t>(line.size())) {
    has_failed_ = false;
    return;
  }
  if (!std::exchange(has_failed_, true))
    spdlog::warn("{}: {}; changes are not written down", file_.string(), std::generic_category().message(errno));
}

std::vector<Json> AuditLog::newest(std::size_t most) {
  std::vector<Json> all;
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return waiting_.empty() && !is_writing_; });
  }
  read_lines(older_, all);
  read_lines(file_, all);
  std::ranges::reverse(all);
  if (all.size() > most) all.resize(most);
  return all;
}

}  // namespace spectrumd
