// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "qpu/hazards/rules.h"

namespace qpu {

struct Finding {
  Rule rule;
  std::size_t word;                    // index of the word that breaks the rule
  std::optional<std::size_t> related;  // index of the earlier word that it conflicts with
  std::string text;                    // what happens at this word
};

// Collects findings; a rule is reported once for the same words, however many paths lead there.
class Findings {
 public:
  void add(Rule rule, std::size_t word, std::string text) { add({rule, word, std::nullopt, std::move(text)}); }
  void add(Rule rule, std::size_t word, std::size_t related, std::string text) {
    add({rule, word, related, std::move(text)});
  }
  std::vector<Finding> sorted() &&;  // by word, then by rule

 private:
  void add(Finding finding);

  std::vector<Finding> findings_;
};

}  // namespace qpu
