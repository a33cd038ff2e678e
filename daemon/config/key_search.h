// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

namespace spectrumd {

struct Key;

// Finds a setting by what a person or a program calls it.

const Key* find_key(std::string_view path);
std::string_view last_part(std::string_view path);  // "center" of "radio.center"
bool is_group(std::string_view name);               // "radio"
const Key* find_tuning_key(std::string_view name);  // "center", also under its name in status: "center_hz"

// The path or group that may have been meant: "radio.center" for "radio.centre", "center", "sim.center".
std::optional<std::string_view> nearest_path(std::string_view mistyped);

}  // namespace spectrumd
