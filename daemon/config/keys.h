// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "daemon/config/settings.h"

namespace spectrumd {

using Json = nlohmann::ordered_json;

// A value that a key does not take; the text says what it takes.
struct KeyError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// One setting. This table is the only place that knows the settings by name: the file, the flags, --help, the API and
// the documentation are all made from it.
struct Key {
  std::string_view path;   // in the file: "radio.center"
  std::string_view flag;   // "--center"; every key has one
  std::string_view value;  // what to write behind it, for help: "HZ", "hann|hamming|..."
  std::string_view help;   // one sentence, with the unit
  bool tuning = false;     // may be changed through PATCH api/v1/tuning, by the last part of its path
  bool secret = false;     // not shown by the API
  std::function<Json(const Settings&)> get;
  std::function<void(Settings&, const Json&)> set;  // takes the JSON value or the flag's text; throws KeyError
};

std::span<const Key> keys();
const Key* find_key(std::string_view path);
std::string_view last_part(std::string_view path);  // "center" of "radio.center"
bool is_group(std::string_view name);               // "radio"
const Key* find_tuning_key(std::string_view name);  // "center", also under its name in status: "center_hz"

// The known name nearest to a mistyped one, if any is near enough to be worth suggesting.
std::optional<std::string_view> nearest(std::string_view mistyped, std::span<const std::string_view> known);

// The path or group somebody may have meant: "radio.center" for "radio.centre", "center", "sim.center".
std::optional<std::string_view> nearest_path(std::string_view mistyped);

}  // namespace spectrumd
