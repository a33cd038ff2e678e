// SPDX-License-Identifier: MIT
#include "gpufft/planning/trials.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <thread>

#include "tests/gpufft/every_backend.h"

namespace gpufft {
namespace {

using namespace std::chrono_literals;

// A spectrum that only spends time.
struct Manners {
  std::chrono::microseconds frame{0};
  std::chrono::milliseconds ready_after{0};
  std::string fails = {};
};

class TimedSpectrum final : public Spectrum {
 public:
  explicit TimedSpectrum(const Manners& manners) : manners_(manners) {}
  void accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) override {
    if (!manners_.fails.empty()) throw DeviceError(manners_.fails);
    EXPECT_GE(iq.size(), frames * 512);
    EXPECT_EQ(row.sum.size(), 256U);
    std::this_thread::sleep_for(manners_.frame * frames);
  }
  void reset() override {}
  bool ready() override { return std::chrono::steady_clock::now() - planned_ >= manners_.ready_after; }

 private:
  const std::chrono::steady_clock::time_point planned_ = std::chrono::steady_clock::now();
  const Manners manners_;
};

class TimedBackend final : public Backend {
 public:
  TimedBackend(std::string name, Manners manners) : name_(std::move(name)), manners_(std::move(manners)) {}
  std::string_view name() const override { return name_; }
  std::string_view description() const override { return "takes its time"; }
  std::optional<std::string> why_unavailable() const override { return absent; }
  std::vector<std::string> devices() const override { return {}; }
  std::unique_ptr<Fft> plan_fft(const FftRequest&) const override { return nullptr; }
  std::unique_ptr<Spectrum> plan_spectrum(const SpectrumRequest& request) const override {
    ++plans;
    if (request.bins != 256) throw PlanError("256 bins only");
    return std::make_unique<TimedSpectrum>(manners_);
  }
  double error_bound(std::size_t) const override { return 0; }
  std::optional<std::string> absent;
  mutable int plans = 0;

 private:
  std::string name_;
  Manners manners_;
};

constexpr SpectrumRequest kWork{.bins = 256, .hop = 256};

std::vector<std::string> names(std::span<const Trial> trials) {
  std::vector<std::string> all;
  for (const Trial& trial : trials) all.push_back(trial.candidate.name);
  return all;
}

TEST(Trials, PutTheCheapestFirstAndSayWhatEachTook) {
  const TimedBackend slow("slow", {.frame = 2ms}), fast("fast", {.frame = 500us});
  const std::array<Candidate, 2> both{{{"slow", &slow}, {"fast", &fast}}};
  const auto trials = try_candidates(kWork, both, {.frames = 4});
  EXPECT_EQ(names(trials), (std::vector<std::string>{"fast", "slow"}));
  EXPECT_GE(trials[0].frame->count(), 500e-6);
  EXPECT_GE(trials[1].frame->count(), 2e-3);
  EXPECT_EQ(account_of(trials), "fast: " + outcome(trials[0]) + "; slow: " + outcome(trials[1]));
  EXPECT_TRUE(outcome(trials[0]).ends_with(" us a frame"));
}

TEST(Trials, KeepTheReasonOfWhoeverHasNoFigure) {
  TimedBackend good("good", {}), failing("failing", {.fails = "it hangs"}), absent("absent", {});
  absent.absent = "no such chip";
  const std::array<Candidate, 3> all{{{"absent", &absent}, {"failing", &failing}, {"good", &good}}};
  const auto trials = try_candidates(kWork, all);
  EXPECT_EQ(names(trials), (std::vector<std::string>{"good", "absent", "failing"}));
  EXPECT_EQ(outcome(trials[1]), "no such chip");
  EXPECT_EQ(outcome(trials[2]), "it hangs");
  EXPECT_EQ(absent.plans, 0);
}

TEST(Trials, DoNotWaitForADeviceThatGetsReady) {
  const TimedBackend late("late", {.ready_after = 1h}), good("good", {});
  const std::array<Candidate, 2> both{{{"late", &late}, {"good", &good}}};
  const auto start = std::chrono::steady_clock::now();
  const auto trials = try_candidates(kWork, both, {.budget = 1s});
  EXPECT_LT(std::chrono::steady_clock::now() - start, 20s);
  EXPECT_EQ(names(trials), (std::vector<std::string>{"good", "late"}));
  EXPECT_TRUE(trials[1].late);
  EXPECT_NE(trials[1].plan, nullptr);
  EXPECT_FALSE(trials[0].late);
  EXPECT_EQ(trials[0].plan, nullptr);
}

TEST(Trials, WaitForADeviceThatGetsReadyWhereOneHasThePatience) {
  const TimedBackend late("late", {.ready_after = 30ms});
  const std::array<Candidate, 1> alone{{{"late", &late}}};
  const auto trials = try_candidates(kWork, alone, {.budget = 1ms, .patience = 1min});
  EXPECT_FALSE(trials[0].late);
  EXPECT_TRUE(trials[0].frame);
}

TEST(Trials, StartNobodyWhenTheTimeIsOver) {
  const TimedBackend first("first", {.frame = 60ms}), second("second", {});
  const std::array<Candidate, 2> both{{{"first", &first}, {"second", &second}}};
  const auto trials = try_candidates(kWork, both, {.frames = 1, .budget = 50ms});
  EXPECT_EQ(trials[1].candidate.name, "second");
  EXPECT_EQ(second.plans, 0);
  EXPECT_EQ(outcome(trials[1]), "not tried, the time for trials was over");
}

TEST(Trials, WithoutAnyFigureAreRefusedWithAllReasons) {
  TimedBackend one("one", {}), two("two", {});
  two.absent = "no such chip";
  const std::array<Candidate, 2> both{{{"one", &one}, {"two", &two}}};
  EXPECT_EQ(refusal([&] { try_candidates({.bins = 100, .hop = 0}, both); }),
            "no backend can do it: one: 256 bins only; two: no such chip");
}

TEST(Trials, ReallyMeasureEveryFormat) {
  const auto candidates = auto_candidates();
  for (const auto format : {SampleFormat::Cu8, SampleFormat::Cs8, SampleFormat::Cs16, SampleFormat::Cf32}) {
    const auto trials = try_candidates({.format = format, .bins = 1000, .hop = 250}, candidates);
    ASSERT_TRUE(trials.front().frame);
    EXPECT_GT(trials.front().frame->count(), 1e-8);
  }
}

TEST(AutoCandidates, AreTheProcessorsVectorUnitsAndWhatNeedNotBeAskedFor) {
  const auto candidates = auto_candidates();
  EXPECT_EQ(candidates.front().name, "cpu:" + std::string(cpu::targets().front().name));
  EXPECT_EQ(std::ranges::count_if(candidates, [](auto& each) { return each.name.starts_with("cpu:"); }),
            static_cast<std::ptrdiff_t>(cpu::targets().size()));
  for (const Candidate& candidate : candidates) EXPECT_EQ(candidate.name.find("emulated"), std::string::npos);
}

TEST(AutoCandidates, AreOneVectorUnitWhereTheEnvironmentNamesIt) {
  setenv("GPUFFT_CPU_TARGET", "plain", 1);
  const std::array<const Backend*, 1> processor{backends().back()};
  const auto candidates = auto_candidates(processor);
  unsetenv("GPUFFT_CPU_TARGET");
  ASSERT_EQ(candidates.size(), 1U);
  EXPECT_EQ(candidates[0].name, "cpu");
}

TEST(AutoCandidates, TryTheOthersRightAfterTheProcessorAtItsBest) {
  const TimedBackend first("first", {}), second("second", {});
  const std::array<const Backend*, 3> all{&first, &second, backends().back()};
  const auto candidates = auto_candidates(all);
  ASSERT_GE(candidates.size(), 3U);
  EXPECT_EQ(candidates[0].backend->name(), "cpu");
  EXPECT_EQ(candidates[1].name, "first");
  EXPECT_EQ(candidates[2].name, "second");
}

TEST(CpuBackend, MakesTheSameOnEachOfItsVectorUnitsByName) {
  for (const auto& target : cpu::targets()) {
    const Backend& named = backend_named("cpu:" + std::string(target.name));
    EXPECT_NE(named.devices()[0].find(target.description), std::string::npos);
    EXPECT_EQ(&named, &backend_named("cpu:" + std::string(target.name)));
  }
  EXPECT_NE(refusal([] { backend_named("cpu:abacus"); }).find("is not a vector unit"), std::string::npos);
}

}  // namespace
}  // namespace gpufft
