// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>

#include "daemon/config/settings.h"
#include "daemon/store/store.h"

namespace spectrumd {

// Where the history is stored: from the settings or, for the service, in its state directory; nullopt: nowhere. A
// program that a user runs does not fill a disk unless requested.
std::optional<std::filesystem::path> history_folder(const HistoryDiskSettings& settings);

// What is written there, and how much of it. Reads the size of the disk.
StorePlan history_plan(const HistoryDiskSettings& settings, const std::filesystem::path& folder);

}  // namespace spectrumd
