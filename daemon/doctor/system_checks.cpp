// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdlib>

#include "daemon/doctor/doctor.h"
#include "daemon/doctor/processes.h"

namespace spectrumd {
namespace {

using State = Finding::State;

constexpr std::size_t kFilesBesidesConnections = 64;

Finding check_release(const Sysroot& root) {
  const std::string text = root.text("etc/os-release").value_or("");
  constexpr std::string_view kName = "PRETTY_NAME=\"";
  const std::size_t at = text.find(kName);
  if (at == std::string::npos) return {"SYS-01", State::Skip, "cannot determine the operating system", ""};
  const std::size_t start = at + kName.size();
  return {"SYS-01", State::Ok, text.substr(start, text.find('"', start) - start), ""};
}

Finding check_clock(const Sysroot& root) {
  if (root.has("run/systemd/timesync/synchronized"))
    return {"SYS-02", State::Ok, "the system clock is synchronized", ""};
  for (const char* program : {"chronyd", "ntpd", "ntpsec", "openntpd"})
    if (!pids_of(root, program).empty())
      return {"SYS-02", State::Ok, fmt::format("the clock is synchronized by {}", program), ""};
  if (!root.has("run/systemd/system"))
    return {"SYS-02", State::Skip, "cannot determine whether the clock is synchronized", ""};
  return {"SYS-02", State::Warn, "the system clock is not synchronized: row times may be wrong",
          "timedatectl set-ntp true, or run another NTP client"};
}

Finding check_user(const Sysroot& root) {
  if (root.user() == "root") return {"SYS-03", State::Skip, "checked for root: there is no user spectrumd", ""};
  return {"SYS-03", State::Ok, "checked for the user " + root.user(), ""};
}

// The line "Max open files  1024  524288  files" of a running daemon, or of this process.
std::optional<unsigned long> open_files(const Sysroot& root) {
  auto pids = pids_of(root, "spectrumd");
  std::erase(pids, root.link("proc/self").value_or(""));
  pids.push_back("self");
  constexpr std::string_view kLine = "Max open files";
  const std::string text = root.text("proc/" + pids.front() + "/limits").value_or("");
  const std::size_t at = text.find(kLine);
  if (at == std::string::npos) return std::nullopt;
  return std::strtoul(text.c_str() + at + kLine.size(), nullptr, 10);
}

// A connection is a file. (Locked memory has no check: nothing is locked.)
Finding check_limits(const Examination& examination) {
  const auto allowed = open_files(examination.root);
  const std::size_t wanted = examination.settings.server.connections + kFilesBesidesConnections;
  if (!allowed) return {"SYS-07", State::Skip, "cannot determine the limit of open files", ""};
  if (*allowed >= wanted) return {"SYS-07", State::Ok, fmt::format("limit of open files: {}", *allowed), ""};
  return {"SYS-07", State::Warn,
          fmt::format("limit of open files: {}, but server.connections needs {}", *allowed, wanted),
          "raise ulimit -n or LimitNOFILE of the unit, or lower --connections"};
}

}  // namespace

std::vector<Finding> check_system(const Examination& examination) {
  const Sysroot& root = examination.root;
  return {check_release(root), check_clock(root), check_user(root), check_limits(examination)};
}

}  // namespace spectrumd
