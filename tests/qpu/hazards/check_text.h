// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "qpu/assembler/assembler.h"
#include "qpu/hazards/checker.h"

namespace qpu {

// Assembles and checks; a source that does not assemble fails the test.
inline std::vector<Finding> check_text(std::string_view source) {
  const Program program = assemble(source, "test.qasm");
  for (const Diagnostic& diagnostic : program.diagnostics) ADD_FAILURE() << to_text(diagnostic);
  return check(program.words, {.data = program.is_data});
}

// "H1@3", one for each finding, for messages and comparisons.
using Ids = std::vector<std::string>;

inline Ids ids_of(const std::vector<Finding>& findings) {
  Ids ids;
  for (const Finding& finding : findings)
    ids.push_back(std::string(row_of(finding.rule).id) + "@" + std::to_string(finding.word));
  return ids;
}

inline constexpr std::string_view kTail = "\nnop; nop; thrend\nnop\nnop\n";

// Of a source without its end.
inline Ids ids_in(const std::string& source) { return ids_of(check_text(source + std::string(kTail))); }

}  // namespace qpu
