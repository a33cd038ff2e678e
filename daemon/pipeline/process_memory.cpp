// SPDX-License-Identifier: MIT
#include "daemon/pipeline/process_memory.h"

#include <unistd.h>

#include <bit>
#include <charconv>
#include <fstream>
#include <sstream>
#include <utility>

namespace spectrumd {

namespace {

namespace fs = std::filesystem;

// The rest is for the system and for other programs.
constexpr double kShareOfMachine = 0.75;

// A process beyond a hard limit is killed. The rest is for what is not counted here: stacks, heap fragmentation, the
// page cache of files being written, temporary copies.
constexpr double kShareOfHardLimit = 7.0 / 8;

std::uint64_t machine_memory() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// Nullopt if the file does not exist or contains "max".
std::optional<std::uint64_t> number_in(const fs::path& file) {
  std::ifstream stream(file);
  std::uint64_t number = 0;
  if (stream >> number) return number;
  return std::nullopt;
}

struct Hierarchy {
  fs::path mount;
  const char* hard;
  const char* soft;
};

// The control group named by a line of /proc/self/cgroup, in the hierarchy that accounts for memory.
struct Group {
  Hierarchy hierarchy;
  fs::path path;  // below the mount, without its slash
};

std::optional<Group> group_of(const std::string& line) {
  std::istringstream parts(line);
  std::string number, controllers, path;
  std::getline(std::getline(std::getline(parts, number, ':'), controllers, ':'), path);
  if (path.empty()) return std::nullopt;
  const fs::path below = fs::path(path).relative_path();
  if (number == "0" && controllers.empty()) return Group{{"sys/fs/cgroup", "memory.max", "memory.high"}, below};
  if ((',' + controllers + ',').find(",memory,") != std::string::npos)
    return Group{{"sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.soft_limit_in_bytes"}, below};
  return std::nullopt;
}

// Limits apply to everything below them. In a container the path may be that of the host: then only the mount exists.
void tighten(ProcessMemory::Limit& limit, const fs::path& root, const Group& group) {
  const Hierarchy& hierarchy = group.hierarchy;
  const auto apply = [&](const fs::path& path, const char* file, double share, const char* share_name) {
    const auto bytes = number_in(root / hierarchy.mount / path / file);
    if (!bytes) return;
    const auto usable = static_cast<std::uint64_t>(static_cast<double>(*bytes) * share);
    if (usable < limit.bytes) limit = {usable, std::string(share_name) + file + " of /" + path.string()};
  };
  for (fs::path path = group.path;; path = path.parent_path()) {
    apply(path, hierarchy.hard, kShareOfHardLimit, "seven eighths of ");
    apply(path, hierarchy.soft, 1, "");
    if (path.empty()) return;
  }
}

}  // namespace

ProcessMemory::ProcessMemory(fs::path root, std::uint64_t machine_bytes)
    : root_(std::move(root)), machine_bytes_(machine_bytes == 0 ? machine_memory() : machine_bytes) {}

ProcessMemory::Limit ProcessMemory::limit() const {
  Limit limit{static_cast<std::uint64_t>(static_cast<double>(machine_bytes_) * kShareOfMachine),
              "three quarters of the machine's memory"};
  std::ifstream groups(root_ / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);)
    if (const auto group = group_of(line)) tighten(limit, root_, *group);
  return limit;
}

std::uint64_t ProcessMemory::used() const {
  std::ifstream status(root_ / "proc/self/status");
  for (std::string line; std::getline(status, line);) {
    std::istringstream words(line);
    std::string name;
    std::uint64_t kib = 0;
    if (words >> name >> kib && name == "RssAnon:") return kib << 10;
  }
  return 0;
}

// With 2^18 to 2^22 bins a process grew by 64 to 68 bytes a bin, and by 45 to 57 while planning; with the prime 65521
// by 170.
std::uint64_t memory_of(const Workload& work) {
  constexpr std::uint64_t kTransform = 48, kConvolution = 150, kRow = 20;  // bytes a bin
  const std::uint64_t bins = work.request.bins;
  return bins * (std::has_single_bit(bins) ? kTransform : kConvolution) + work.row_bins() * kRow;
}

}  // namespace spectrumd
