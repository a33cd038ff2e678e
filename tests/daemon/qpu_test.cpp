// SPDX-License-Identifier: MIT
// The waterfall by QPUs: on an emulated chip in this process, and by the helper on an emulated board whose device nodes
// it takes for a real one's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "daemon/pipeline/receiver.h"
#include "daemon/service/daemon.h"
#include "gpufft/backend.h"
#include "tests/daemon/qpu_helper_process.h"
#include "tests/daemon/waterfalls.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class Qpu : public testing::Test {
 protected:
  Qpu() {
    settings_.source = "sim";
    settings_.backend = "qpu";
    settings_.tuning.rate = {48e3};
    settings_.analysis.fft = 256;
    settings_.qpu.deadline_ms = 20000;  // for busy machines
    settings_.qpu.retry_s = 3600;
  }
  ~Qpu() override { std::filesystem::remove(recording_); }

  void start() { receiver_ = std::make_unique<Receiver>(settings_, history_, events_, heartbeats_); }
  std::uint64_t last_row() const { return history_.latest() ? history_.latest()->sequence : 0; }
  bool more_rows() const {
    return eventually([this, before = last_row()] { return last_row() >= before + 3; });
  }
  bool by_the_device() const {
    return eventually([this] {
      const ReceiverStatus status = receiver_->status();
      return status.backend.trouble.empty() && status.device_load.ratio > 0;
    });
  }
  std::vector<std::string> troubles() const {
    std::vector<std::string> texts;
    for (const Event& event : events_.after(0))
      if (event.kind == "backend") texts.push_back(event.text);
    return texts;
  }

  void record() {
    record_tones(recording_, 100'000);
    settings_.source = "file:" + recording_.string();
    settings_.file.format = "cu8";
    settings_.file.paced = false;
  }
  std::vector<RowPtr> rows_by(const std::string& backend) {
    History history(64 << 20);
    settings_.backend = backend;
    {
      Receiver receiver(settings_, history, events_, heartbeats_);
      EXPECT_TRUE(eventually([&] {
        const ReceiverStatus status = receiver.status();
        return status.report.state == SourceState::Ended && status.samples.buffered == 0;
      })) << backend;
    }  // its last row comes when it ends at the latest
    return history.recent(1000);
  }

  Settings settings_;
  History history_{64 << 20};
  EventLog events_;
  Heartbeats heartbeats_;
  const std::filesystem::path recording_ =
      std::filesystem::temp_directory_path() / ("qpu_test." + std::to_string(getpid()) + ".cu8");
  std::unique_ptr<Receiver> receiver_;
};

TEST_F(Qpu, ShowsTheWaterfallThatTheProcessorShows) {
  record();
  settings_.analysis.fft = 1024;
  settings_.analysis.remove_dc = false;  // what it tracks depends on how samples happened to be cut into batches
  settings_.qpu.device = "emulated";
  const auto expected = rows_by("cpu"), rows = rows_by("qpu");
  ASSERT_EQ(rows.size(), expected.size());
  ASSERT_GE(rows.size(), 10U);
  for (std::size_t i = 0; i < rows.size(); ++i) expect_same_waterfall(*rows[i], *expected[i]);
  EXPECT_TRUE(troubles().empty());
}

TEST_F(Qpu, ReportsTheLoadOfTheChip) {
  settings_.qpu.device = "emulated:pi3";
  start();
  ASSERT_TRUE(by_the_device());
  const ReceiverStatus status = receiver_->status();
  EXPECT_EQ(status.backend.name, "qpu");
  EXPECT_EQ(status.backend.device, "emulated:pi3");
  EXPECT_LT(status.device_load.ratio, 0.5);
  EXPECT_GT(status.device_load.batch_seconds, 10e-6);
}

TEST_F(Qpu, StandsOnTheStatusLine) {
  settings_.qpu.device = "emulated";
  settings_.server.listen = "127.0.0.1:0";
  settings_.users.folder = "none";
  settings_.watch.folder = "none";
  const Daemon daemon(settings_);
  EXPECT_TRUE(eventually([&] { return daemon.status_line().find("ms a batch") != std::string::npos; }));
  EXPECT_THAT(daemon.status_line(), HasSubstr("qpu emulated "));
}

TEST_F(Qpu, RefusesAFrameThatItsKernelsDoNotHave) {
  settings_.qpu.device = "emulated";
  settings_.analysis.fft = 1000;
  EXPECT_THROW(start(), TuningRefused);
}

TEST_F(Qpu, WithoutAHelperTheProcessorWorksAndSaysWhy) {
  settings_.qpu.socket = "/nowhere/socket";
  start();
  ASSERT_TRUE(more_rows());
  EXPECT_THAT(receiver_->status().backend.trouble, HasSubstr("qpu helper at /nowhere/socket: No such file"));
  EXPECT_EQ(troubles().size(), 1U);
}

#ifdef SPECTRUMD_SANITIZED  // what qpu emulate preloads and a sanitizer's library both want to be first
#define DISABLED_UNDER_SANITIZERS() GTEST_SKIP() << "qpu emulate does not run programs built for a sanitizer"
#else
#define DISABLED_UNDER_SANITIZERS() (void)0
#endif

TEST_F(Qpu, HelperDrivesTheDeviceOfAPiToTheVeryBitsOfTheChipInThisProcess) {
  DISABLED_UNDER_SANITIZERS();
  QpuHelperProcess helper;
  const std::string there = "qpu:helper:" + helper.socket();
  for (const auto format : {gpufft::SampleFormat::Cu8, gpufft::SampleFormat::Cs16}) {
    constexpr std::size_t kBins = 1024, kFrames = 21;
    std::vector<std::byte> iq(kBins * kFrames * gpufft::bytes_per_sample(format));
    std::mt19937 generator(2);
    for (std::byte& byte : iq) byte = static_cast<std::byte>(generator());
    const gpufft::SpectrumRequest request{.format = format, .bins = kBins, .hop = kBins, .deadline = 60s};
    gpufft::PowerRow row, expected;
    row.clear(kBins);
    expected.clear(kBins);
    gpufft::backend_named(there).plan_spectrum(request)->accumulate(iq, kFrames, row);
    gpufft::backend_named("qpu:emulated").plan_spectrum(request)->accumulate(iq, kFrames, expected);
    EXPECT_EQ(row.sum, expected.sum);
    EXPECT_EQ(row.max, expected.max);
    EXPECT_EQ(row.min, expected.min);
  }
  EXPECT_THAT(helper.stop(), Not(AnyOf(HasSubstr("left behind"), HasSubstr("left enabled"))));
}

// Emulated, it is slower than the processor, which is what auto has to find out, at the start or at work.
TEST_F(Qpu, IsMeasuredByAutoWhereAHelperListens) {
  DISABLED_UNDER_SANITIZERS();
  QpuHelperProcess helper;
  settings_.qpu.socket = helper.socket();
  settings_.backend = "auto";
  start();
  const auto entry = [this] {
    const auto all = receiver_->status().backend.candidates;
    return *std::ranges::find(all, "qpu:helper:" + settings_.qpu.socket, &BackendStatus::Candidate::name);
  };
  ASSERT_TRUE(eventually([&] { return entry().frame_seconds.has_value(); })) << entry().outcome;
  EXPECT_FALSE(entry().chosen);
  EXPECT_EQ(receiver_->status().backend.name, "cpu");
  EXPECT_EQ(receiver_->status().backend.device, "");
  EXPECT_TRUE(more_rows());
  EXPECT_EQ(receiver_->status().samples.dropped, 0U);
}

TEST_F(Qpu, IsPassedOverByAutoWithTheReasonWhereNoHelperListens) {
  settings_.qpu.socket = "/nowhere/socket";
  settings_.backend = "auto";
  start();
  EXPECT_EQ(receiver_->status().backend.name, "cpu");
  EXPECT_THAT(receiver_->status().backend.reason, HasSubstr("qpu helper at /nowhere/socket: No such file"));
  EXPECT_EQ(troubles().size(), 1U);  // which is the choice itself
  EXPECT_THAT(troubles()[0], AllOf(StartsWith("cpu:"), HasSubstr(" us a frame, for 256 bins"), Not(HasSubstr("qpu"))));
}

TEST_F(Qpu, KeepsRunningThroughEveryFaultOfTheDeviceWithOneEvent) {
  DISABLED_UNDER_SANITIZERS();
  // Twice, at the start and for the plan, the device is tried out by three launches of eight programs through the
  // mailbox and three by registers; the first batch goes through the mailbox.
  const std::pair<const char*, const char*> faults[] = {
      {"refused-enable", "the kernel's vc4 driver owns V3D"},
      {"no-memory", "bytes are not available in the"},
      {"time-out:after=6", "raised no host interrupt in 5000 ms"},
      {"hang:after=96", "raised no host interrupt in 5000 ms"},
      {"etimedout:after=6", "within the second the kernel waits"},
  };
  settings_.qpu.deadline_ms = 5000;
  for (const auto& [fault, text] : faults) {
    EventLog events;
    History history(64 << 20);
    QpuHelperProcess helper(std::string("--fault ") + fault);
    settings_.qpu.socket = helper.socket();
    {
      Receiver receiver(settings_, history, events, heartbeats_);
      ASSERT_TRUE(eventually([&] { return !receiver.status().backend.trouble.empty(); })) << fault;
      EXPECT_THAT(receiver.status().backend.trouble, HasSubstr(text)) << fault;
      const std::uint64_t before = history.latest() ? history.latest()->sequence : 0;
      EXPECT_TRUE(eventually([&] { return history.latest() && history.latest()->sequence >= before + 5; })) << fault;
      const auto all = events.after(0);
      EXPECT_EQ(std::ranges::count(all, "backend", &Event::kind), 1) << fault;
      EXPECT_EQ(receiver.status().samples.dropped, 0U) << fault;
    }
    EXPECT_THAT(helper.stop(), Not(AnyOf(HasSubstr("left behind"), HasSubstr("left enabled")))) << fault;
  }
}

TEST_F(Qpu, SurvivesTheDeathOfTheHelperWhichLosesNoMemory) {
  DISABLED_UNDER_SANITIZERS();
  QpuHelperProcess helper("", true);
  settings_.qpu.socket = helper.socket();
  settings_.qpu.retry_s = 1;
  start();
  ASSERT_TRUE(by_the_device());
  helper.kill_first_helper();
  ASSERT_TRUE(eventually([this] { return !troubles().empty(); }));
  EXPECT_THAT(troubles()[0], HasSubstr("qpu helper: it has ended; the processor takes over"));
  EXPECT_TRUE(more_rows());
  ASSERT_TRUE(eventually([this] { return troubles().back() == "qpu: works again"; }));
  EXPECT_TRUE(more_rows());
  EXPECT_EQ(receiver_->status().samples.dropped, 0U);
  receiver_.reset();
  const std::string said = helper.stop();
  EXPECT_THAT(said, Not(AnyOf(HasSubstr("left behind"), HasSubstr("left enabled")))) << said;
}

}  // namespace
}  // namespace spectrumd
