// SPDX-License-Identifier: MIT
#include "daemon/sources/rtlsdr/usb_node.h"

#include <fmt/format.h>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace spectrumd {
namespace {

namespace fs = std::filesystem;

// Compares the end of the path: in a container the same node may be mounted elsewhere.
bool has_open(const fs::path& process, const std::string& node) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(process / "fd", error))
    if (fs::read_symlink(entry.path(), error).string().ends_with(node)) return true;
  return false;
}

std::string owner_of(const struct stat& facts) {
  const passwd* const user = getpwuid(facts.st_uid);
  const group* const team = getgrgid(facts.st_gid);
  return fmt::format("{}:{} {:04o}", user ? user->pw_name : std::to_string(facts.st_uid),
                     team ? team->gr_name : std::to_string(facts.st_gid), facts.st_mode & 07777);
}

}  // namespace

std::string usb_node(int bus, int address) { return fmt::format("/dev/bus/usb/{:03}/{:03}", bus, address); }

std::optional<std::string> holder_of(const std::string& node) {
  std::error_code error;
  const std::string own = std::to_string(getpid());
  for (const auto& process : fs::directory_iterator("/proc", error)) {
    const std::string pid = process.path().filename();
    if (!std::ranges::all_of(pid, [](char c) { return c >= '0' && c <= '9'; }) || pid == own) continue;
    if (!has_open(process.path(), node)) continue;
    std::string name;
    std::getline(std::ifstream(process.path() / "comm"), name);
    return fmt::format("{} (pid {})", name, pid);
  }
  return std::nullopt;
}

std::string permission_text(const std::string& node) {
  struct stat facts {};
  const std::string owner = stat(node.c_str(), &facts) == 0 ? fmt::format(" ({})", owner_of(facts)) : "";
  return fmt::format(
      "{}{}: permission denied; add the user to the group plugdev, or install the udev rules of librtlsdr", node,
      owner);
}

}  // namespace spectrumd
