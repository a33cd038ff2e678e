// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/backend_list.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>

#include "tests/daemon/server/gate.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

// A backend that takes as long to ask as the test likes.
class SlowBackend : public gpufft::Backend {
 public:
  std::string_view name() const override { return "slow"; }
  std::string_view description() const override { return "for tests"; }
  std::optional<std::string> why_unavailable() const override {
    ++times_asked;
    gate.pass();
    return "it is not there";
  }
  std::vector<std::string> devices() const override { return {"one", "two"}; }
  std::unique_ptr<gpufft::Fft> plan_fft(const gpufft::FftRequest&) const override { return nullptr; }
  std::unique_ptr<gpufft::Spectrum> plan_spectrum(const gpufft::SpectrumRequest&) const override { return nullptr; }
  double error_bound(std::size_t) const override { return 0; }

  mutable std::atomic<int> times_asked = 0;
  mutable Gate gate;
};

struct BackendListTest : testing::Test {
  SlowBackend backend;
  std::array<const gpufft::Backend*, 1> backends{&backend};
  BackendList list{backends};
};

TEST_F(BackendListTest, AsksOnceInAWhile) {
  const auto start = BackendList::Clock::now();
  for (int i = 0; i < 5; ++i) {
    const auto facts = list.facts(start + i * 10s);
    ASSERT_EQ(facts.size(), 1U);
    EXPECT_EQ(facts[0].name, "slow");
    EXPECT_EQ(facts[0].why_unavailable, "it is not there");
    EXPECT_EQ(facts[0].devices, (std::vector<std::string>{"one", "two"}));
  }
  EXPECT_EQ(backend.times_asked, 1);
  list.facts(start + 10min);
  EXPECT_EQ(backend.times_asked, 2);
}

TEST_F(BackendListTest, GivesWhatIsKnownWhileAnotherAsks) {
  const auto start = BackendList::Clock::now();
  list.facts(start);
  backend.gate.shut();
  std::jthread asking([&] { list.facts(start + 10min); });
  EXPECT_TRUE(backend.gate.holds(1));
  EXPECT_EQ(list.facts(start + 10min).size(), 1U);
  EXPECT_EQ(backend.times_asked, 2);
  backend.gate.open();
}

TEST_F(BackendListTest, QueriesOnceForAllCallers) {
  backend.gate.shut();
  std::vector<std::jthread> callers;
  for (int i = 0; i < 8; ++i) callers.emplace_back([this] { EXPECT_EQ(list.facts().size(), 1U); });
  EXPECT_TRUE(backend.gate.holds(1));
  backend.gate.open();
  callers.clear();
  EXPECT_EQ(backend.times_asked, 1);
}

}  // namespace
}  // namespace spectrumd
