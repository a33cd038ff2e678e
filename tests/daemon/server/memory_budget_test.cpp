// SPDX-License-Identifier: MIT
#include "daemon/server/memory_budget.h"

#include <gtest/gtest.h>

namespace spectrumd {
namespace {

TEST(MemoryBudget, GivesNoMoreThanItHas) {
  MemoryBudget budget;
  budget.set_limit(100);
  auto most = budget.take(90);
  ASSERT_TRUE(most);
  EXPECT_FALSE(budget.take(11));
  EXPECT_TRUE(budget.take(10));
  EXPECT_EQ(budget.used(), 90U);
  most.reset();
  EXPECT_EQ(budget.used(), 0U);
  EXPECT_FALSE(budget.take(SIZE_MAX));
}

TEST(MemoryBudget, CountsATextUntilItsLastReaderIsDone) {
  MemoryBudget budget;
  SharedText text = budget.hold(std::string(5000, 'x'));
  SharedText same = text;
  text = nullptr;
  EXPECT_GE(budget.used(), 5000U);
  EXPECT_EQ(same->size(), 5000U);
  same = nullptr;
  EXPECT_EQ(budget.used(), 0U);
  budget.set_limit(4999);
  EXPECT_EQ(budget.hold(std::string(5000, 'x')), nullptr);
}

TEST(MemoryBudget, WantsATrimAfterMuchWasUsedAndNothingIs) {
  MemoryBudget budget;
  EXPECT_FALSE(budget.wants_trim());
  {
    const auto much = budget.take(std::size_t{8} << 20);
    EXPECT_FALSE(budget.wants_trim());
  }
  EXPECT_TRUE(budget.wants_trim());
  budget.trim();
  EXPECT_FALSE(budget.wants_trim());
}

TEST(MemoryBudget, WantsATrimAlthoughClientsKeepSome) {
  MemoryBudget budget;
  const auto lasting = budget.take(std::size_t{2} << 20);
  budget.trim();
  EXPECT_FALSE(budget.wants_trim());
  { const auto much = budget.take(std::size_t{8} << 20); }
  EXPECT_TRUE(budget.wants_trim());
  budget.trim();
  EXPECT_FALSE(budget.wants_trim());
}

}  // namespace
}  // namespace spectrumd
