// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/feeds/rigctl/rig.h"

namespace spectrumd {

// A line of an answer; the key is written in the extended protocol only.
struct RigValue {
  std::string_view key;
  std::string text;
};

struct RigAnswer {
  RigError error = RigError::None;
  std::vector<RigValue> values = {};
  bool reported = false;  // values are followed by RPRT in the plain protocol too
};

struct RigRequest {
  Rig& rig;
  const std::string& address;  // of the client
  std::span<const std::string> words;
};

// A command of rigctld. Hamlib's letters and names.
struct RigCommand {
  char letter;  // 0: none
  std::string_view name;
  std::size_t words;  // arguments
  bool names_vfo;     // an argument more, which may be left out
  RigAnswer (*run)(const RigRequest&);
};

const RigCommand* find_rig_command(char letter);
const RigCommand* find_rig_command(std::string_view name);
bool is_vfo(std::string_view word);

}  // namespace spectrumd
