// SPDX-License-Identifier: MIT
// A backend added by the steps of gpufft/README.md works wherever backends do: this program has gpufft/backend.cpp with
// the two lines of those steps.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "daemon/config/keys.h"
#include "daemon/pipeline/backend_choice.h"
#include "daemon/pipeline/event_log.h"
#include "gpufft/planning/trials.h"
#include "tests/gpufft/every_backend.h"

namespace spectrumd {
namespace {

using testing::Contains;
using testing::HasSubstr;

gpufft::SpectrumRequest request_of(std::size_t bins) {
  return {.bins = bins, .hop = bins, .window = *gpufft::parse_window("hann")};
}

const Key& backend_key() { return *std::ranges::find(keys(), "spectrum.backend", &Key::path); }
void set_backend(Settings& settings, const char* name) { backend_key().set(settings, Json(name)); }

TEST(AddedBackend, IsInTheListBeforeTheProcessor) {
  const auto all = gpufft::backends();
  ASSERT_GE(all.size(), 2U);
  EXPECT_EQ(all[all.size() - 2]->name(), "fake");
  EXPECT_TRUE(all.back()->traits().processor);
}

TEST(AddedBackend, IsMeasuredByAuto) {
  std::vector<std::string> names;
  for (const auto& candidate : gpufft::auto_candidates()) names.push_back(candidate.name);
  EXPECT_THAT(names, Contains("fake"));
}

TEST(AddedBackend, IsTestedWithTheOthers) {
  std::vector<std::string_view> names;
  for (const auto* const backend : tested_backends()) names.push_back(backend->name());
  EXPECT_THAT(names, Contains("fake"));
}

TEST(AddedBackend, IsTakenByTheConfiguration) {
  for (const char* const name : {"fake", "fake:1", "cpu:plain", "auto"}) {
    Settings settings;
    EXPECT_NO_THROW(set_backend(settings, name)) << name;
    EXPECT_EQ(settings.backend, name);
  }
  Settings settings;
  EXPECT_THROW(set_backend(settings, "fake:2"), KeyError);
  EXPECT_THROW(set_backend(settings, "faker"), KeyError);
}

TEST(AddedBackend, IsNamedByTheHelp) { EXPECT_THAT(std::string(backend_key().help), HasSubstr("fake")); }

TEST(AddedBackend, MakesTheRowsOfTheDaemon) {
  for (const auto& [asked, device] : {std::pair{"fake", "fake"}, {"fake:1", "fake:1"}, {"cpu:plain", ""}}) {
    EventLog events;
    SpectrumPlanner planner(events);
    Settings settings;
    settings.backend = asked;
    SpectrumPlanner::check(settings, request_of(256));
    const auto planned = planner.plan(settings, request_of(256), 8);
    ASSERT_NE(planned.spectrum, nullptr);
    EXPECT_EQ(planned.choice->status().device, device) << asked;
    EXPECT_EQ(planned.choice->status().reason, "asked for by name");
  }
}

}  // namespace
}  // namespace spectrumd
