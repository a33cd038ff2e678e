// SPDX-License-Identifier: MIT
#include "daemon/outputs/history_plan.h"

#include <algorithm>

#include "daemon/outputs/disk.h"
#include "daemon/outputs/state_folder.h"

namespace spectrumd {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kOneMiB = 1 << 20;
constexpr std::uint64_t kUsualBytes = 4096 * kOneMiB;

}  // namespace

std::optional<fs::path> history_folder(const HistoryDiskSettings& settings) {
  if (settings.folder == "none") return std::nullopt;
  if (!settings.folder.empty()) return settings.folder;
  if (const auto service = service_folder()) return *service / "history";
  return std::nullopt;
}

StorePlan history_plan(const HistoryDiskSettings& settings, const fs::path& folder) {
  StorePlan plan{.folder = folder, .flush = std::chrono::seconds(settings.flush_seconds)};
  plan.limit_bytes = settings.disk_mib * kOneMiB;
  if (plan.limit_bytes == 0) {
    const auto disk = disk_space(folder);
    plan.limit_bytes = std::min<std::uint64_t>(kUsualBytes, disk ? disk->capacity / 10 : kUsualBytes);
  }
  for (std::size_t i = 0; i < std::min(kLevels, settings.shares.size()); ++i) plan.shares.at(i) = settings.shares[i];
  return plan;
}

}  // namespace spectrumd
