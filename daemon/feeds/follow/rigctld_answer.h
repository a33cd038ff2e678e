// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spectrumd {

// One answer of a rigctld, taken line by line. In the extended form ("+f") its lines are named and "RPRT 0" ends it; in
// the plain one it has a number of lines, or a single "RPRT -11".
class RigctldAnswer {
 public:
  static constexpr std::size_t kMostLines = 32;

  explicit RigctldAnswer(std::size_t plain_lines) : plain_lines_(plain_lines) {}
  static RigctldAnswer extended() { return RigctldAnswer(kMostLines); }

  bool take(std::string_view line);  // false: that was the last one

  int code() const { return code_; }                             // 0, or Hamlib's number of an error
  std::optional<std::string> named(std::string_view key) const;  // the value of "Frequency: 14074000"
  std::optional<std::string> line(std::size_t number) const;     // from 0

 private:
  const std::size_t plain_lines_;
  std::vector<std::string> lines_;
  int code_ = 0;
};

// Whether each command has to name its VFO, from the answer to \chk_vfo: "1", "CHKVFO 1" or "ChkVFO: 1".
bool wants_vfo(std::string_view chk_vfo_line);

// "14074000" or "14074000.000000"; nullopt for anything else.
std::optional<double> parse_rig_frequency(std::string_view text);

}  // namespace spectrumd
