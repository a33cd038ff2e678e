// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <vector>

#include "qpu/hazards/effects.h"
#include "qpu/hazards/state.h"

namespace qpu {

// A point of the execution: a word, and what is pending while it executes.
struct Node {
  std::uint32_t word = 0;
  std::uint8_t branch_slots = 0;  // of a taken branch, counting this word; 0: none is pending
  std::uint32_t target = 0;       // target word of the pending branch
  std::uint8_t end_slots = 0;     // words until the program ends, counting this one; 0: no thrend is pending

  friend auto operator<=>(const Node&, const Node&) = default;
};

struct Visit {
  State before;
  std::vector<Node> next;
  int times = 0;
  bool outside = false;    // a branch to a known target that is not a word of the program
  bool falls_off = false;  // the word after this is none
};

// Walks a program in execution order, both ways at each conditional branch, through delay slots and to every target a
// register branch may have; states that meet are merged until nothing changes.
class Flow {
 public:
  // Words marked by `is_data` are not entered; it may be shorter than the program. Both must outlive this.
  Flow(std::span<const Effects> program, const std::vector<bool>& is_data);

  void walk_from(std::uint32_t word, const State& state);
  const std::map<Node, Visit>& visits() const { return visits_; }
  bool is_code(std::size_t word) const;
  bool reached(std::uint32_t word) const { return reached_[word]; }
  bool unresolved() const { return unresolved_; }  // the target of some branch is unknown

 private:
  struct Step {
    Node node;
    State state;
  };

  void enter(Node node, const State& state);
  void leave(Node node);
  std::vector<Step> steps_from(Node node);
  void add_unresolved(Node branch, Node next, std::vector<Step>& steps);
  void add_branch(Node branch, Node next, const State& after, std::vector<Step>& steps);

  std::span<const Effects> program_;
  const std::vector<bool>& is_data_;
  std::map<Node, Visit> visits_;
  std::deque<Node> changed_;
  std::vector<bool> reached_;
  bool unresolved_ = false;
};

}  // namespace qpu
