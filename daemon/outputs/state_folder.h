// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>

namespace spectrumd {

// Where the service or the user keeps data of this program; nullopt if the environment does not say.
std::optional<std::filesystem::path> state_folder();

}  // namespace spectrumd
