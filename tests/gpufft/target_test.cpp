// SPDX-License-Identifier: MIT
#include "gpufft/cpu/target.h"

#include <algorithm>
#include <functional>

#include "tests/fakes/environment.h"
#include "tests/gpufft/every_backend.h"

namespace {

using gpufft::cpu::chosen_target;
using gpufft::cpu::targets;
using spectrumd::EnvironmentVariable;

constexpr auto kVariable = "GPUFFT_CPU_TARGET";

TEST(Target, ListEndsWithPlainCpp) { EXPECT_EQ(targets().back().name, "plain"); }

TEST(Target, HasItsWidestVectorsFirstAndOneLaneLast) {
  for (const auto& target : targets()) {
    EXPECT_TRUE(std::ranges::is_sorted(target.kernels, std::greater<>(), &gpufft::cpu::Kernels::lanes)) << target.name;
    EXPECT_EQ(target.kernels.back().lanes, 1U) << target.name;
  }
}

TEST(Target, IsTheBestUnlessTheEnvironmentNamesOne) {
  const EnvironmentVariable unset(kVariable, std::nullopt);
  EXPECT_EQ(chosen_target().name, targets().front().name);
  for (const auto& target : targets()) {
    const EnvironmentVariable named(kVariable, std::string(target.name));
    EXPECT_EQ(chosen_target().name, target.name);
    const auto device = gpufft::choose_backend("cpu").backend->devices()[0];
    EXPECT_NE(device.find(target.description), std::string::npos) << device;
  }
}

TEST(Target, ThatIsNotThereIsRefusedWithTheList) {
  const EnvironmentVariable named(kVariable, "mmx");
  const auto text = refusal([] { gpufft::choose_backend("cpu"); });
  EXPECT_NE(text.find("GPUFFT_CPU_TARGET: \"mmx\" is not a vector unit"), std::string::npos) << text;
  for (const auto& target : targets()) EXPECT_NE(text.find(target.name), std::string::npos) << text;
}

}  // namespace
