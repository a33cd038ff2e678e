// SPDX-License-Identifier: MIT
// Where the history, rules and alarms are kept.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "daemon/doctor/child.h"
#include "daemon/doctor/doctor.h"
#include "daemon/doctor/mail_check.h"
#include "daemon/doctor/mounts.h"
#include "daemon/outputs/history_plan.h"
#include "daemon/store/level.h"
#include "daemon/store/sqlite.h"
#include "daemon/watch/book/glance.h"
#include "daemon/watch/watch.h"

namespace spectrumd {
namespace {

using State = Finding::State;
using Folder = std::optional<std::string>;

constexpr std::string_view kOfService = "var/lib/spectrumd/history";  // in the unit's StateDirectory
constexpr std::uint64_t kOneDayMib = 256;                             // of rows
constexpr std::uint64_t kBookMib = 64;
constexpr auto kDiskPatience = std::chrono::seconds(5);  // with a disk

// What is kept in a folder, and how much room it needs.
struct Kept {
  const char* id;
  std::string folder;
  const char* what;
  std::uint64_t mebibytes;
  const char* shortage;
  const char* flag;
};

// Of a copy only what the unit of the service or the configuration says.
Folder folder_of(const Examination& examination, const std::string& set,
                 const std::optional<std::filesystem::path>& found) {
  if (examination.root.user() == "spectrumd" && set.empty()) return std::string(kOfService);
  if (!found || (set.empty() && !examination.root.is_this_machine())) return std::nullopt;
  return std::filesystem::absolute(*found).relative_path();
}

bool was_set_aside(const std::string& name) { return name.find(".damaged") != std::string::npos; }

// Names of files that were damaged, relative to the folder.
std::vector<std::string> damaged_in(const Sysroot& root, const std::string& folder) {
  std::vector<std::string> found;
  const auto look = [&](const std::string& below) {
    for (const std::string& name : root.names(folder + "/" + below))
      if (was_set_aside(name)) found.push_back(below + name);
  };
  look("");
  for (const Level& level : kLevelTable) look(std::string(level.name) + "/");
  return found;
}

// The owner of what exists; systemd creates the folder of the service.
std::optional<FileOwner> barrier(const Sysroot& root, const std::string& folder) {
  const std::string nearest = nearest_that_exists(root, folder);
  if (nearest.empty() || (folder.starts_with(kOfService) && nearest.size() < std::string("var/lib/spectrumd").size()))
    return std::nullopt;
  const auto owner = root.owner(nearest);
  return owner && !root.may_use(*owner) ? owner : std::nullopt;
}

Finding check_folder(const Sysroot& root, const Kept& kept, std::uint64_t free) {
  const std::string elsewhere = fmt::format("choose another folder: {} FOLDER", kept.flag);
  const auto warning = [&](const std::string& text, const std::string& cure) {
    return Finding{kept.id, State::Warn, text, cure};
  };
  const auto mount = mount_of(root, "/" + kept.folder);
  if (mount && mount->read_only())
    return warning(fmt::format("{} is read-only: {} cannot be kept", mount->point, kept.what), elsewhere);
  if (const auto owner = barrier(root, kept.folder))
    return warning(fmt::format("/{} is {}: {} cannot be kept by the user {}", nearest_that_exists(root, kept.folder),
                               to_string(*owner), kept.what, root.user()),
                   elsewhere);
  if (mount && mount->in_memory())
    return warning(fmt::format("{} is in memory: {} will not survive the next boot", mount->point, kept.what),
                   elsewhere);
  if (free >> 20 < kept.mebibytes)
    return warning(fmt::format("/{}: {} MiB free for {}: {}", kept.folder, free >> 20, kept.what, kept.shortage),
                   "free some space, or " + elsewhere);
  return {kept.id, State::Ok, fmt::format("/{}: {} MiB free for {}", kept.folder, free >> 20, kept.what), ""};
}

// What is known of no disk is not reported: most copies of a machine do not have it.
std::optional<Finding> check(const Sysroot& root, const Kept& kept) {
  const auto free = root.free_bytes(nearest_that_exists(root, kept.folder));
  return free ? std::optional(check_folder(root, kept, *free)) : std::nullopt;
}

std::optional<Finding> check_damage(const Sysroot& root, const std::string& folder) {
  const auto damaged = damaged_in(root, folder);
  if (damaged.empty()) return std::nullopt;
  return Finding{
      "SYS-08", State::Warn,
      fmt::format("/{}: {} damaged files were set aside, such as {}", folder, damaged.size(), damaged.front()),
      "examine the disk with `dmesg` and `fsck`; delete them if nothing in them is needed"};
}

// The book as it is; of a copy only whether there is one. Opening it may take as long as the disk does.
Json glance(const std::string& file) try {
  const BookGlance book = glance_at(file);
  return {{"rules", book.rules}, {"mailing", book.mailing}, {"error", ""}};
} catch (const DatabaseError& error) {
  return {{"rules", 0}, {"mailing", 0}, {"error", error.what()}};
}

Json glance_in_child(const Sysroot& root, const std::string& folder) try {
  const std::string file = folder + "/watch.db";
  if (!root.is_this_machine() || !root.has(file)) return {{"rules", 0}, {"mailing", 0}, {"error", ""}};
  return in_child([&] { return glance("/" + file); }, kDiskPatience);
} catch (const ChildFailed& error) {
  return {{"rules", 0}, {"mailing", 0}, {"error", error.what()}};
}

void check_watch(const Examination& examination, const std::string& folder, std::vector<Finding>& findings) {
  const WatchSettings& settings = examination.settings.watch;
  const Kept kept{
      "SYS-09", folder, "rules and alarms", settings.evidence_mib + kBookMib, "the evidence of alarms may not fit",
      "--watch"};
  const Json book = glance_in_child(examination.root, folder);
  const auto error = book["error"].get<std::string>();
  if (!error.empty())
    findings.push_back({"SYS-09", State::Warn, "rules cannot be read: " + error, "run the doctor as root"});
  else if (auto found = check(examination.root, kept))
    findings.push_back(std::move(*found));
  const auto mailing = book["mailing"].get<std::size_t>();
  if (mailing > 0 || settings.sendmail != WatchSettings().sendmail)
    findings.push_back(check_mail(examination.root, settings.sendmail));
}

}  // namespace

std::vector<Finding> check_history(const Examination& examination) {
  const Settings& settings = examination.settings;
  std::vector<Finding> findings;
  const Folder history = folder_of(examination, settings.history_disk.folder, history_folder(settings.history_disk));
  if (history) {
    const Kept kept{"SYS-08", *history, "the history", kOneDayMib, "a day of it may not fit", "--history"};
    if (auto found = check(examination.root, kept)) findings.push_back(std::move(*found));
    if (auto found = check_damage(examination.root, *history)) findings.push_back(std::move(*found));
  }
  const Folder watch = folder_of(examination, settings.watch.folder, watch_folder(settings));
  if (watch) check_watch(examination, *watch, findings);
  return findings;
}

}  // namespace spectrumd
