// SPDX-License-Identifier: MIT
#include "qpu/hazards/signal_rules.h"

#include <set>
#include <vector>

#include "qpu/registers.h"

namespace qpu {
namespace {

// Some path from here reaches, or may reach, a store of this QPU before the next vpm write.
bool may_store_next(const Node& from, const Flow& flow, std::span<const Effects> program) {
  std::set<Node> seen;
  std::vector<Node> open = {from};
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    if (!seen.insert(node).second) continue;
    const Effects& effects = program[node.word];
    if (effects.writes(Space::B, write::kVwAddrB)) return true;
    if (effects.writes(write::kVpm)) continue;
    const std::vector<Node>& next = flow.visits().at(node).next;
    open.insert(open.end(), next.begin(), next.end());
  }
  return false;
}

}  // namespace

void check_signal(const Node& node, const Flow& flow, std::span<const Effects> program, Findings& findings) {
  if (flow.unresolved() || !program[node.word].releases_semaphore()) return;
  if (flow.visits().at(node).before.vpm_write_unfenced() && !may_store_next(node, flow, program))
    findings.add(Rule::UnfencedSignal, node.word, "vpm was written, and not read back, before this semaphore");
}

}  // namespace qpu
