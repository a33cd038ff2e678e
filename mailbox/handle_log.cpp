// SPDX-License-Identifier: MIT
#include "mailbox/handle_log.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <sstream>
#include <string_view>
#include <utility>

#include "mailbox/error.h"

namespace mailbox {

namespace {

constexpr std::string_view kUnknownBoot =
    "unknown";  // treated as a different boot, because the machine may have rebooted since

[[noreturn]] void refuse(const std::filesystem::path& path, const char* cure) {
  throw MailboxError(fmt::format("{}: {}; {}", path.string(), std::strerror(errno), cure));
}

bool is_at(const Descriptor& file, const std::filesystem::path& path) {
  struct stat here {
  }, there{};
  return fstat(file.get(), &here) == 0 && stat(path.c_str(), &there) == 0 && here.st_ino == there.st_ino &&
         here.st_dev == there.st_dev;
}

Descriptor open_and_lock(const std::filesystem::path& path) {
  Descriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (file.get() < 0) refuse(path, "create its directory and make it writable for this user");
  if (flock(file.get(), LOCK_EX | LOCK_NB) == 0)  // its last owner may have removed it since it was opened
    return is_at(file, path) ? std::move(file) : open_and_lock(path);
  if (errno == EWOULDBLOCK)
    throw MailboxError(
        fmt::format("{}: another process has it open and holds GPU memory; end that process first", path.string()));
  refuse(path, "place it on a file system that supports locks");
}

std::vector<HandleLogEntry> read(const std::filesystem::path& path) {
  std::vector<HandleLogEntry> entries;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    HandleLogEntry entry;
    std::istringstream fields(line);
    if (fields >> entry.handle.value >> entry.address.value >> entry.bytes >> entry.boot_id) entries.push_back(entry);
  }
  return entries;
}

// The kernel writes dashes where systemd writes none.
bool same_boot(std::string a, std::string b) {
  std::erase(a, '-');
  std::erase(b, '-');
  return !a.empty() && a == b;
}

// Failures are ignored: the earlier process had already done this and died before recording it.
bool attempt(const std::function<void()>& step) {
  try {
    step();
    return true;
  } catch (const MailboxError&) {
    return false;
  }
}

}  // namespace

std::string current_boot_id() {
  std::string id;
  if (std::ifstream("/proc/sys/kernel/random/boot_id") >> id) return id;
  const char* const given = std::getenv("BOOT_ID");
  return given == nullptr ? "" : given;
}

HandleLog::HandleLog(std::filesystem::path path, std::string boot_id)
    : path_(std::move(path)), boot_id_(std::move(boot_id)), file_(open_and_lock(path_)), entries_(read(path_)) {}

// With no memory left there is nothing to remember.
HandleLog::~HandleLog() {
  if (entries_.empty()) unlink(path_.c_str());
}

// Written before it is truncated: a process killed in between leaves too much rather than too little.
void HandleLog::write() const {
  std::string text;
  for (const HandleLogEntry& entry : entries_)
    text += fmt::format("{} {} {} {}\n", entry.handle.value, entry.address.value, entry.bytes,
                        entry.boot_id.empty() ? kUnknownBoot : entry.boot_id);
  const auto size = static_cast<ssize_t>(text.size());
  if (pwrite(file_.get(), text.data(), text.size(), 0) != size || ftruncate(file_.get(), size) != 0)
    refuse(path_, "make room on its file system");
}

HandleLog::Reclaimed HandleLog::reclaim(Mailbox& mailbox) {
  Reclaimed reclaimed;
  for (const HandleLogEntry& entry : entries_) {
    if (!same_boot(entry.boot_id, boot_id_)) continue;
    if (entry.address.value != 0) attempt([&] { mailbox.unlock(entry.handle); });
    if (!attempt([&] { mailbox.release(entry.handle); })) continue;
    ++reclaimed.handles;
    reclaimed.bytes += entry.bytes;
  }
  entries_.clear();
  write();
  return reclaimed;
}

void HandleLog::add(MemoryHandle handle, BusAddress address, std::uint32_t bytes) {
  std::erase_if(entries_, [handle](const HandleLogEntry& entry) { return entry.handle == handle; });
  entries_.push_back({handle, address, bytes, boot_id_});
  write();
}

void HandleLog::remove(MemoryHandle handle) {
  std::erase_if(entries_, [handle](const HandleLogEntry& entry) { return entry.handle == handle; });
  write();
}

HandleLogContents look_into(const std::filesystem::path& path, const std::string& boot_id) {
  HandleLogContents contents;
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return contents;
  contents.owned = flock(file.get(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  for (const HandleLogEntry& entry : read(path)) {
    if (!same_boot(entry.boot_id, boot_id)) continue;
    ++contents.handles;
    contents.bytes += entry.bytes;
  }
  return contents;
}

}  // namespace mailbox
