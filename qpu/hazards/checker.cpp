// SPDX-License-Identifier: MIT
#include "qpu/hazards/checker.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "qpu/hazards/end_rules.h"
#include "qpu/hazards/flow.h"
#include "qpu/hazards/pair_rules.h"
#include "qpu/hazards/signal_rules.h"
#include "qpu/hazards/state_rules.h"
#include "qpu/hazards/vpm_rules.h"
#include "qpu/hazards/word_rules.h"
#include "qpu/registers.h"

namespace qpu {
namespace {

using EffectsOfWords = std::vector<Effects>;

bool looks_like_code(const Flow& flow, const EffectsOfWords& program) {
  return std::all_of(flow.visits().begin(), flow.visits().end(), [&](const auto& entry) {
    const auto& [node, visit] = entry;
    return !visit.falls_off && !visit.outside && is_defined(program[node.word]);
  });
}

// Return addresses of calls, and procedures whose address a link has captured.
void walk_behind_links(Flow& flow, const EffectsOfWords& program) {
  for (std::uint32_t word = 0; word < program.size(); ++word) {
    const std::uint32_t behind = word + kBranchBase / kWordBytes;
    if (flow.reached(word) && program[word].links() && flow.is_code(behind)) flow.walk_from(behind, State::unknown());
  }
}

// Code that only a branch to an unknown target can reach is checked too, unless it is a table.
void walk_islands(Flow& flow, const EffectsOfWords& program, const std::vector<bool>& data) {
  for (std::uint32_t word = 1; word < program.size(); ++word) {
    if (flow.reached(word) || !flow.is_code(word) || !flow.reached(word - 1)) continue;
    Flow trial(program, data);
    trial.walk_from(word, State::unknown());
    if (looks_like_code(trial, program)) flow.walk_from(word, State::unknown());
  }
}

void check_pairs_from(const Node& first, const Flow& flow, const EffectsOfWords& program, Findings& findings) {
  std::set<Node> at_distance = {first};
  const Visit& start = flow.visits().at(first);
  for (int distance = 1; distance <= kFarthestPair; ++distance) {
    std::set<Node> next;
    for (const Node& node : at_distance)
      for (const Node& successor : flow.visits().at(node).next) next.insert(successor);
    for (const Node& node : next)
      check_pair({program[first.word], program[node.word], first.word, node.word, distance, start.before,
                  flow.visits().at(node).before},
                 findings);
    at_distance = std::move(next);
  }
}

void check_node(const Node& node, const Visit& visit, const Effects& effects, Findings& findings) {
  check_state(visit.before, effects, node.word, findings);
  check_edges(node, effects, findings);
  if (visit.outside) findings.add(Rule::BranchOutside, node.word, "the branch target is not a word of the program");
  if (visit.falls_off) findings.add(Rule::FallsOffTheEnd, node.word, "no instruction follows this one");
  if (node.end_slots != 1) return;
  State after = visit.before;
  after.execute(effects);
  check_final_state(after, node.word, findings);
}

// Nothing that another QPU does can be waited for.
bool is_alone(const Flow& flow, const EffectsOfWords& program) {
  const auto& visits = flow.visits();
  return std::none_of(visits.begin(), visits.end(), [&](const auto& entry) {
    const Effects& e = program[entry.first.word];
    return e.is_semaphore() || e.reads(read::kMutexAcquire);
  });
}

void check_end(const Flow& flow, Findings& findings) {
  const auto& visits = flow.visits();
  const bool comes_to_an_end = std::any_of(visits.begin(), visits.end(), [](const auto& entry) {
    return entry.first.end_slots != 0 || entry.second.falls_off || entry.second.outside;
  });
  if (!comes_to_an_end) findings.add(Rule::NoEnd, 0, "the program never reaches thrend");
}

// Reports that something has not happened: suppressed if an unknown path may lead here.
bool claims_absence(Rule rule) {
  constexpr Rule kRules[] = {Rule::LoadReadTooEarly,     Rule::LoadWithoutRequest, Rule::VpmReadUnannounced,
                             Rule::RegisterNeverWritten, Rule::FlagsNeverSet,      Rule::NoEnd,
                             Rule::RowNeverWritten,      Rule::StrideNeverSet,     Rule::SemaphoreUnbalanced};
  return std::find(std::begin(kRules), std::end(kRules), rule) != std::end(kRules);
}

bool is_about_what_nothing_has_written(Rule rule) {
  return rule == Rule::RegisterNeverWritten || rule == Rule::FlagsNeverSet || rule == Rule::LoadReadTooEarly;
}

// One finding per register, however often it is read.
void keep_first_reads(std::vector<Finding>& findings) {
  std::set<std::string> said;
  std::erase_if(findings, [&](const Finding& finding) {
    return is_about_what_nothing_has_written(finding.rule) && !said.insert(finding.text).second;
  });
}

}  // namespace

std::vector<Finding> check(std::span<const Word> words, const CheckOptions& options) {
  const EffectsOfWords program(words.begin(), words.end());
  Findings findings;
  if (program.empty()) {
    findings.add(Rule::NoEnd, 0, "the program is empty");
    return std::move(findings).sorted();
  }
  Flow flow(program, options.data);
  flow.walk_from(0, State::at_entry());
  if (flow.unresolved()) {
    walk_behind_links(flow, program);
    walk_islands(flow, program, options.data);
  }
  const bool alone = is_alone(flow, program);
  for (const auto& [node, visit] : flow.visits()) {
    check_word(program[node.word], node.word, findings);
    check_transfers(visit.before, program[node.word], node.word, alone, findings);
    check_node(node, visit, program[node.word], findings);
    check_pairs_from(node, flow, program, findings);
    check_signal(node, flow, program, findings);
  }
  check_end(flow, findings);
  check_balance(flow, program, findings);
  std::vector<Finding> result = std::move(findings).sorted();
  keep_first_reads(result);
  if (flow.unresolved()) std::erase_if(result, [](const Finding& finding) { return claims_absence(finding.rule); });
  return result;
}

}  // namespace qpu
