// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "daemon/commands/history/history_options.h"
#include "daemon/commands/history/work_progress.h"
#include "daemon/config/json.h"
#include "daemon/store/verify.h"

namespace spectrumd {
namespace {

// Exit statuses, as those of fsck and of grep: something was found, and something could not be done.
constexpr int kSound = 0, kFaulty = 1, kNothingToCheck = 2;

std::vector<StoreFault> faults_in(const std::vector<std::filesystem::path>& files) {
  WorkProgress progress(std::cerr, isatty(STDERR_FILENO) != 0, "check");
  std::vector<StoreFault> faults;
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (StoreFault& fault : verify_file(files[i])) faults.push_back(std::move(fault));
    progress.update(i + 1, files.size());
  }
  return faults;
}

Json json_of(const std::vector<std::filesystem::path>& files, const std::vector<StoreFault>& faults) {
  Json listed = Json::array();
  for (const StoreFault& fault : faults)
    listed.push_back({{"file", fault.file.string()}, {"text", fault.text}, {"lost_tiles", fault.lost_tiles}});
  return {{"files", files.size()}, {"faults", listed}};
}

}  // namespace

int check_history(const HistoryOptions& options, const Settings& settings) {
  const auto folder = folder_of(options, settings);
  const auto files = store_files(folder);
  if (files.empty()) {
    std::cerr << fmt::format("{}: no files of a history\n", folder.string());
    return kNothingToCheck;
  }
  const auto faults = faults_in(files);
  if (options.json) {
    std::cout << json_of(files, faults).dump(2) << '\n';
  } else {
    for (const StoreFault& fault : faults) std::cout << fmt::format("{}: {}\n", fault.file.string(), fault.text);
    std::cout << fmt::format("{} files, {} faults\n", files.size(), faults.size());
  }
  return faults.empty() ? kSound : kFaulty;
}

}  // namespace spectrumd
