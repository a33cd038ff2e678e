// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

namespace spectrumd {

struct Key;

// Finds a setting by the name that a user or a program gives it.

const Key* find_key(std::string_view path);
std::string_view last_part(std::string_view path);  // "center" of "radio.center"
bool is_group(std::string_view name);               // "radio"
const Key* find_tuning_key(std::string_view name);  // "center", or its name in the status: "center_hz"

// The key that other programs call by this name: "freq" for radio.center; null if there is none.
const Key* find_synonym(std::string_view name);

// Returns the closest path or group: "radio.center" for "radio.centre", "center", "sim.center".
std::optional<std::string_view> nearest_path(std::string_view mistyped);

}  // namespace spectrumd
