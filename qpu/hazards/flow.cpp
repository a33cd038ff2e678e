// SPDX-License-Identifier: MIT
#include "qpu/hazards/flow.h"

#include <utility>

namespace qpu {
namespace {

constexpr int kPatience = 100;  // visits of one point, after which constants are dropped so that the walk ends
constexpr std::uint8_t kEndSlots = 2;

std::uint32_t address_after(const Node& branch) { return branch.word * kWordBytes + kBranchBase; }

bool always(const Instruction& branch) { return branch.branch_condition == BranchCondition::Always; }

// Possible target byte addresses of a branch; empty: unknown.
std::vector<std::uint32_t> targets_of(const Node& node, const Instruction& branch, const State& before) {
  const std::uint32_t fixed = branch.immediate + (branch.relative ? address_after(node) : 0);
  if (!branch.with_register) return {fixed};
  std::vector<std::uint32_t> targets = before.value(branch.branch_register).values();
  for (std::uint32_t& target : targets) target += fixed;
  return targets;
}

// Where execution continues unless this word branches.
Node successor(const Node& node, const Effects& effects) {
  Node next = {.word = node.branch_slots == 1 ? node.target : node.word + 1};
  if (node.branch_slots > 1) {
    next.branch_slots = static_cast<std::uint8_t>(node.branch_slots - 1);
    next.target = node.target;
  }
  if (node.end_slots > 1) next.end_slots = static_cast<std::uint8_t>(node.end_slots - 1);
  if (effects.ends_program() && node.end_slots == 0) next.end_slots = kEndSlots;
  return next;
}

}  // namespace

Flow::Flow(std::span<const Effects> program, const std::vector<bool>& is_data)
    : program_(program), is_data_(is_data), reached_(program.size()) {}

bool Flow::is_code(std::size_t word) const {
  return word < program_.size() && !(word < is_data_.size() && is_data_[word]);
}

void Flow::walk_from(std::uint32_t word, const State& state) {
  enter({.word = word}, state);
  while (!changed_.empty()) {
    const Node node = changed_.front();
    changed_.pop_front();
    leave(node);
  }
}

void Flow::enter(Node node, const State& state) {
  const auto [place, fresh] = visits_.try_emplace(node);
  Visit& visit = place->second;
  reached_[node.word] = true;
  if (fresh) {
    visit.before = state;
    changed_.push_back(node);
    return;
  }
  State merged = visit.before;
  merged.merge(state);
  if (++visit.times > kPatience) merged.forget_values();
  if (merged == visit.before) return;
  visit.before = std::move(merged);
  changed_.push_back(node);
}

void Flow::leave(Node node) {
  const std::vector<Step> steps = steps_from(node);
  Visit& visit = visits_.at(node);
  visit.next.clear();
  for (const Step& step : steps) visit.next.push_back(step.node);
  for (const Step& step : steps) enter(step.node, step.state);
}

std::vector<Flow::Step> Flow::steps_from(Node node) {
  if (node.end_slots == 1) return {};
  const Effects& effects = program_[node.word];
  Visit& visit = visits_.at(node);
  const Node next = successor(node, effects);
  visit.falls_off = !is_code(next.word);
  if (visit.falls_off) return {};
  State after = visit.before;
  after.execute(effects);
  std::vector<Step> steps;
  const bool branches = effects.is_branch() && node.branch_slots <= 1;  // one in an earlier slot is lost (H18)
  if (branches) add_branch(node, next, after, steps);
  if (!branches || !always(effects.instruction)) steps.push_back({next, after});
  return steps;
}

void Flow::add_branch(Node node, Node next, const State& after, std::vector<Step>& steps) {
  const Effects& branch = program_[node.word];
  Visit& visit = visits_.at(node);
  next.branch_slots = kBranchDelaySlots;
  const std::vector<std::uint32_t> targets = targets_of(node, branch.instruction, visit.before);
  bool known = !targets.empty();
  for (const std::uint32_t target : targets) {
    next.target = target / kWordBytes;
    if (target % kWordBytes == 0 && is_code(next.target)) {
      steps.push_back({next, after});
      steps.back().state.link(branch, address_after(node));
    } else if (branch.instruction.with_register) {
      known = false;
    } else {
      visit.outside = true;
    }
  }
  if (!known) add_unresolved(node, next, steps);
}

// The target is unknown; a call returns, from code that may have done anything.
void Flow::add_unresolved(Node node, Node next, std::vector<Step>& steps) {
  unresolved_ = true;
  const Effects& branch = program_[node.word];
  next.target = address_after(node) / kWordBytes;
  if (!branch.links() || !is_code(next.target)) return;
  steps.push_back({next, State::unknown()});
  steps.back().state.link(branch, address_after(node));
}

}  // namespace qpu
