// SPDX-License-Identifier: MIT
#include "daemon/pipeline/steady_spectrum.h"

#include <gtest/gtest.h>

#include <vector>

#include "gpufft/backend.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;
using gpufft::DeviceError;
using gpufft::PowerRow;

// Adds its own level, so that a row shows who made it.
class MarkedSpectrum : public gpufft::Spectrum {
 public:
  explicit MarkedSpectrum(float level) : level_(level) {}
  void accumulate(std::span<const std::byte>, std::size_t frames, PowerRow& row) override {
    row.sum[0] += level_;
    row.frames += frames;
  }
  void reset() override { ++resets; }
  int resets = 0;

 private:
  float level_;
};

// What the devices of a test are to do.
struct Script {
  std::string plan_fails, works_fails;
  bool ready = true;
  std::chrono::milliseconds takes{0};
  int plans = 0;
  SteadySpectrum::Clock::time_point now{1h};
};

class DeviceSpectrum final : public MarkedSpectrum {
 public:
  DeviceSpectrum(Script& script, float level) : MarkedSpectrum(level), script_(script) {}
  void accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) override {
    if (!script_.works_fails.empty()) throw DeviceError(script_.works_fails);
    script_.now += script_.takes;
    MarkedSpectrum::accumulate(iq, frames, row);
  }
  bool ready() override { return script_.ready; }
  gpufft::DeviceUse device_use() const override { return {7, 1s}; }

 private:
  Script& script_;
};

class SteadySpectrumTest : public testing::Test {
 protected:
  SteadySpectrum::Device device(Script& script, float level = 100) {
    return {.plan = [&script, level]() -> std::unique_ptr<gpufft::Spectrum> {
              ++script.plans;
              if (!script.plan_fails.empty()) throw DeviceError(script.plan_fails);
              return std::make_unique<DeviceSpectrum>(script, level);
            },
            .health = health_,
            .report = [this](const std::string& text) { reports_.push_back(text); }};
  }
  std::unique_ptr<SteadySpectrum> make(std::chrono::milliseconds retry_after,
                                       std::vector<SteadySpectrum::Device> devices) {
    auto processor = std::make_unique<MarkedSpectrum>(1.0F);
    processor_ = processor.get();
    return std::make_unique<SteadySpectrum>(SteadySpectrum::Parts{
        .devices = std::move(devices), .on_processor = std::move(processor), .retry_after = retry_after, .now = [this] {
          return script_.now;
        }});
  }
  std::unique_ptr<SteadySpectrum> make(std::chrono::milliseconds retry_after) {
    return make(retry_after, {device(script_)});
  }
  static float level_of(SteadySpectrum& spectrum) {
    PowerRow row;
    row.clear(1);
    spectrum.accumulate({}, 3, row);
    EXPECT_EQ(row.frames, 3U);
    return row.sum[0];
  }

  Script script_;
  MarkedSpectrum* processor_ = nullptr;
  std::shared_ptr<DeviceHealth> health_ = std::make_shared<DeviceHealth>();
  std::vector<std::string> reports_;
};

TEST_F(SteadySpectrumTest, IsTheDevicesWhileThatWorks) {
  const auto spectrum = make(1h);
  EXPECT_EQ(level_of(*spectrum), 100);
  EXPECT_EQ(spectrum->device_use().batches, 7U);
  EXPECT_EQ(health_->trouble(), "");
  EXPECT_TRUE(reports_.empty());
}

TEST_F(SteadySpectrumTest, TheProcessorDoesTheVeryCallInWhichTheDeviceFails) {
  const auto spectrum = make(1h);
  level_of(*spectrum);
  script_.works_fails = "it hangs";
  EXPECT_EQ(level_of(*spectrum), 1);
  EXPECT_EQ(processor_->resets, 1);  // what it remembered was of another time
  EXPECT_EQ(health_->trouble(), "it hangs");
  EXPECT_EQ(reports_, std::vector<std::string>{"it hangs; the processor takes over, retrying every 3600 s"});
  script_.works_fails = "";
  EXPECT_EQ(level_of(*spectrum), 1);  // not before its time
  EXPECT_EQ(spectrum->device_use().batches, 0U);
}

TEST_F(SteadySpectrumTest, ComesBackToTheDeviceAndSaysSo) {
  script_.plan_fails = "not there";
  const auto spectrum = make(1ms);
  EXPECT_EQ(level_of(*spectrum), 1);
  script_.plan_fails = "";
  script_.now += 1ms;
  EXPECT_EQ(level_of(*spectrum), 100);
  EXPECT_EQ(health_->trouble(), "");
  ASSERT_EQ(reports_.size(), 2U);
  EXPECT_EQ(reports_[1], "works again");
}

TEST_F(SteadySpectrumTest, ReportsATroubleOnceHoweverOftenItTries) {
  script_.plan_fails = "not there";
  const auto spectrum = make(1ms);
  for (int attempt = 0; attempt < 5; ++attempt) {
    script_.now += 1ms;
    EXPECT_EQ(level_of(*spectrum), 1);
  }
  EXPECT_EQ(script_.plans, 6);
  EXPECT_EQ(reports_.size(), 1U);
  const auto another = make(1ms);  // nor does another plan report it again
  EXPECT_EQ(reports_.size(), 1U);
}

TEST_F(SteadySpectrumTest, DoesNotWaitForADeviceThatGetsReady) {
  script_.ready = false;
  const auto spectrum = make(1h);
  EXPECT_EQ(level_of(*spectrum), 1);
  script_.ready = true;
  EXPECT_EQ(level_of(*spectrum), 100);
  EXPECT_TRUE(reports_.empty());
}

TEST_F(SteadySpectrumTest, TheNextBestDeviceDoesTheVeryCallInWhichTheBestFails) {
  Script next;
  auto second = device(next, 10);
  second.health = std::make_shared<DeviceHealth>();
  const auto spectrum = make(1h, {device(script_), second});
  EXPECT_EQ(level_of(*spectrum), 100);
  script_.works_fails = "it hangs";
  EXPECT_EQ(level_of(*spectrum), 10);
  EXPECT_EQ(reports_, std::vector<std::string>{"it hangs; the next best takes over, retrying every 3600 s"});
  next.works_fails = "so does this";
  EXPECT_EQ(level_of(*spectrum), 1);
  EXPECT_EQ(reports_.back(), "so does this; the processor takes over, retrying every 3600 s");
}

TEST_F(SteadySpectrumTest, ADeviceThatWasLateStaysIfItIsCheaper) {
  script_.ready = false;
  auto late = device(script_);
  late.trial = std::make_shared<TrialAtWork>(1h);
  const auto spectrum = make(1h, {late});
  EXPECT_EQ(level_of(*spectrum), 1);
  EXPECT_EQ(late.trial->state(), TrialAtWork::State::Waiting);
  script_.ready = true;
  for (int call = 0; call < 8; ++call) EXPECT_EQ(level_of(*spectrum), 100);
  EXPECT_EQ(late.trial->state(), TrialAtWork::State::Won);
  ASSERT_EQ(reports_.size(), 1U);
  EXPECT_NE(reports_[0].find("us a frame in use: kept"), std::string::npos) << reports_[0];
}

TEST_F(SteadySpectrumTest, ADeviceThatWasLateGoesIfItIsDearer) {
  script_.takes = 3ms;
  auto late = device(script_);
  late.trial = std::make_shared<TrialAtWork>(10us);
  const auto spectrum = make(1ms, {late});
  while (late.trial->state() == TrialAtWork::State::Waiting) EXPECT_EQ(level_of(*spectrum), 100);  // rows are rows
  EXPECT_EQ(late.trial->state(), TrialAtWork::State::Lost);
  EXPECT_EQ(late.trial->frame(), 1ms);  // a third of a call
  script_.now += 1ms;
  EXPECT_EQ(level_of(*spectrum), 1);  // for good
  EXPECT_EQ(script_.plans, 1);
  EXPECT_EQ(reports_.size(), 1U);
}

TEST_F(SteadySpectrumTest, APlanThatCanNeverBeIsRefused) {
  auto never = device(script_);
  never.plan = []() -> std::unique_ptr<gpufft::Spectrum> { throw gpufft::PlanError("a spectrum of 3 points"); };
  EXPECT_THROW(make(1ms, {never}), gpufft::PlanError);
}

}  // namespace
}  // namespace spectrumd
