// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>

namespace spectrumd {

// Where the service or the user keeps data of this program; nullopt if the environment does not say.
std::optional<std::filesystem::path> state_folder();

// Only where the service does; nullopt for a program that a user runs.
std::optional<std::filesystem::path> service_folder();

}  // namespace spectrumd
