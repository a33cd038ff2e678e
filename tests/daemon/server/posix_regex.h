// SPDX-License-Identifier: MIT
#pragma once

#include <regex.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace spectrumd {

// What an extended regular expression finds in a text: the whole, then its groups. (std::regex does not compile without
// warnings under the sanitizers.)
inline std::optional<std::vector<std::string>> find_pattern(const std::string& text, const std::string& pattern) {
  regex_t compiled{};
  if (regcomp(&compiled, pattern.c_str(), REG_EXTENDED) != 0) return std::nullopt;
  std::array<regmatch_t, 8> places{};
  const bool found = regexec(&compiled, text.c_str(), places.size(), places.data(), 0) == 0;
  regfree(&compiled);
  if (!found) return std::nullopt;
  std::vector<std::string> groups;
  for (const regmatch_t& place : places)
    groups.push_back(place.rm_so < 0 ? "" : text.substr(place.rm_so, place.rm_eo - place.rm_so));
  return groups;
}

}  // namespace spectrumd
