// SPDX-License-Identifier: MIT
#include "daemon/sources/rtlsdr/counter_check.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace spectrumd {
namespace {

std::vector<std::byte> counted(std::uint8_t from, std::size_t count) {
  std::vector<std::byte> bytes(count);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(from++);
  return bytes;
}

TEST(CounterCheck, BeginsAnywhereAndWrapsRound) {
  CounterCheck check;
  check.take(counted(77, 1000));
  check.take(counted(static_cast<std::uint8_t>(77 + 1000), 333));
  check.take({});
  check.take(counted(static_cast<std::uint8_t>(77 + 1333), 1));
  EXPECT_EQ(check.lost_bytes(), 0U);
}

TEST(CounterCheck, CountsWhatIsMissingBetweenAndWithinBlocks) {
  CounterCheck check;
  check.take(counted(0, 100));
  check.take(counted(130, 100));  // 30 missing
  auto block = counted(230, 10);
  const auto rest = counted(245, 10);  // 5 missing
  block.insert(block.end(), rest.begin(), rest.end());
  check.take(block);
  check.take(counted(255, 1));
  EXPECT_EQ(check.lost_bytes(), 35U);
}

}  // namespace
}  // namespace spectrumd
