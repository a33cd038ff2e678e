// SPDX-License-Identifier: MIT
#include "daemon/server/http/workers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>

#include "tests/daemon/server/gate.h"
#include "tests/eventually.h"

namespace spectrumd {
namespace {

TEST(Workers, CountTheRequestsThatWaitAndNotThePieces) {
  Gate gate;
  gate.shut();
  Workers workers("test", 1, 2);
  std::atomic<int> done = 0;
  workers.submit([&] { gate.pass(); }, Workers::Kind::Request);
  EXPECT_TRUE(gate.holds(1));
  for (int i = 0; i < 5; ++i) workers.submit([&] { ++done; }, Workers::Kind::Piece);
  EXPECT_FALSE(workers.is_full());
  for (int i = 0; i < 2; ++i) workers.submit([&] { ++done; }, Workers::Kind::Request);
  EXPECT_TRUE(workers.is_full());
  gate.open();
  EXPECT_TRUE(eventually([&] { return done == 7; }));
  EXPECT_FALSE(workers.is_full());
}

TEST(Workers, DropWhatWaitsWhenTheyEnd) {
  Gate gate;
  gate.shut();
  std::atomic<int> done = 0;
  const auto held = std::make_shared<int>();
  auto workers = std::make_unique<Workers>("test", 1, 10);
  workers->submit(
      [&] {
        gate.pass();
        ++done;
      },
      Workers::Kind::Request);
  EXPECT_TRUE(gate.holds(1));
  workers->submit([&, held] { ++done; }, Workers::Kind::Request);
  std::jthread ending([&] { workers.reset(); });
  gate.open();
  ending.join();
  EXPECT_GE(done, 1) << "what runs is waited for";
  EXPECT_EQ(held.use_count(), 1);
}

}  // namespace
}  // namespace spectrumd
