// SPDX-License-Identifier: MIT
#include "daemon/server/memory_budget.h"

#include <malloc.h>

#include <algorithm>

namespace spectrumd {

namespace {
constexpr std::size_t kWorthTrimming = std::size_t{1} << 20;
constexpr std::size_t kLastingPart = 4;  // of the budget may be in use for as long as clients are connected
}  // namespace

std::optional<MemoryBudget::Share> MemoryBudget::take(std::size_t bytes) {
  std::size_t used = used_;
  do {
    if (used > limit_ || bytes > limit_ - used) return std::nullopt;
  } while (!used_.compare_exchange_weak(used, used + bytes));
  std::size_t peak = peak_;
  while (peak < used + bytes && !peak_.compare_exchange_weak(peak, used + bytes)) {
  }
  return Share(*this, bytes);
}

SharedText MemoryBudget::hold(std::string text) {
  struct Held {
    Share share;
    std::string text;
  };
  auto share = take(text.capacity());
  if (!share) return nullptr;
  auto held = std::make_shared<const Held>(Held{std::move(*share), std::move(text)});
  return {held, &held->text};
}

bool MemoryBudget::wants_trim() const { return used_ <= limit_ / kLastingPart && peak_ >= used_ + kWorthTrimming; }

void MemoryBudget::trim() {
  peak_ = used_.load();
  malloc_trim(0);
}

}  // namespace spectrumd
