// SPDX-License-Identifier: MIT
#include "qpu/hazards/finding.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace qpu {
namespace {

auto key(const Finding& finding) { return std::tuple(finding.word, finding.rule, finding.related); }

}  // namespace

void Findings::add(Finding finding) { findings_.push_back(std::move(finding)); }

std::vector<Finding> Findings::sorted() && {
  std::stable_sort(findings_.begin(), findings_.end(),
                   [](const Finding& a, const Finding& b) { return key(a) < key(b); });
  findings_.erase(std::unique(findings_.begin(), findings_.end(),
                              [](const Finding& a, const Finding& b) { return key(a) == key(b); }),
                  findings_.end());
  return std::move(findings_);
}

}  // namespace qpu
