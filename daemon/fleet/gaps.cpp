// SPDX-License-Identifier: MIT
#include "daemon/fleet/gaps.h"

#include <algorithm>
#include <utility>

namespace spectrumd {

Gaps::Gaps(std::vector<Gap> gaps) : gaps_(std::move(gaps)) {
  if (gaps_.empty() || gaps_.back().before != kAfterAll) gaps_ = {{kBeforeAll, kAfterAll}};
}

std::optional<Gap> Gaps::backlog() const {
  return gaps_.size() > 1 ? std::optional(gaps_[gaps_.size() - 2]) : std::nullopt;
}

void Gaps::delivered(const Gap& gap, Mark first, Mark last, bool were_all) {
  const auto place = std::ranges::find(gaps_, gap);
  if (place == gaps_.end()) return;
  std::vector<Gap> left;
  if (!were_all) left.push_back({gap.after, first});
  if (gap.before == kAfterAll) left.push_back({last, kAfterAll});
  gaps_.insert(gaps_.erase(place), left.begin(), left.end());
}

void Gaps::nothing_in(const Gap& gap) {
  if (gap.before != kAfterAll) std::erase(gaps_, gap);
}

}  // namespace spectrumd
