// SPDX-License-Identifier: MIT
#include "daemon/server/http/work_result.h"

#include <gtest/gtest.h>

#include <latch>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

namespace spectrumd {
namespace {

TEST(WorkResult, IsReadyOnceItIsMade) {
  WorkResult<std::string> result;
  EXPECT_FALSE(result.ready());
  result.make([] { return "a row"; });
  EXPECT_TRUE(result.ready());
  EXPECT_EQ(result.take(), "a row");
}

TEST(WorkResult, ThrowsWhatTheWorkerHasThrown) {
  WorkResult<int> result;
  result.make([]() -> int { throw std::runtime_error("no rows"); });
  EXPECT_TRUE(result.ready());
  EXPECT_THROW(result.take(), std::runtime_error);
}

TEST(WorkResult, TakingWaitsForTheWorker) {
  WorkResult<std::unique_ptr<int>> result;
  std::latch begun{1};
  std::jthread worker([&] {
    begun.wait();
    result.make([] { return std::make_unique<int>(7); });
  });
  EXPECT_FALSE(result.ready());
  begun.count_down();
  EXPECT_EQ(*result.take(), 7);
}

}  // namespace
}  // namespace spectrumd
