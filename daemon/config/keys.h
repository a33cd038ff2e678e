// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/config/json.h"
#include "daemon/config/settings.h"

namespace spectrumd {

// A value that a key does not accept; the text says what it accepts.
struct KeyError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// One setting. This table is the only place that lists the settings by name: the file, the flags, --help, the API and
// the documentation are all generated from it.
struct Key {
  std::string_view path;   // in the file: "radio.center"
  std::string_view flag;   // "--center"; every key has one
  std::string_view value;  // placeholder in --help: "HZ", "hann|hamming|..."
  std::string_view help;   // one sentence, with the unit
  bool tuning = false;     // may be changed through PATCH api/v1/tuning, by the last part of its path
  bool secret = false;     // not shown by the API
  bool basic = false;      // among the few flags of --help
  std::vector<std::string_view> synonyms = {};  // what other programs call it; suggested, not accepted
  std::function<Json(const Settings&)> get;
  std::function<void(Settings&, const Json&)> set;  // from the JSON value or the text of the flag; throws KeyError
};

std::span<const Key> keys();

}  // namespace spectrumd
