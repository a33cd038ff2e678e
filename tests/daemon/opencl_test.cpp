// SPDX-License-Identifier: MIT
// The waterfall by OpenCL: on whatever device there is (PoCL, mostly), which fails when a test says so.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "daemon/pipeline/receiver.h"
#include "daemon/service/daemon.h"
#include "gpufft/backend.h"
#include "gpufft/opencl/device.h"
#include "tests/daemon/server/http_client.h"
#include "tests/daemon/waterfalls.h"
#include "tests/fakes/opencl/scripted_driver.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

class OpenCl : public testing::Test {
 protected:
  void SetUp() override {
    try {
      device_ = gpufft::opencl::list_devices().front().name;
    } catch (const gpufft::DeviceError& error) {
      GTEST_SKIP() << error.what();
    }
    settings_.source = "sim";
    settings_.backend = "opencl:" + device_;
    settings_.tuning.rate = {48e3};
    settings_.analysis.fft = 256;
    settings_.qpu.deadline_ms = 20000;  // for busy machines
    settings_.qpu.retry_s = 3600;
  }
  void TearDown() override {
    driver_.reset();
    receiver_.reset();
    std::filesystem::remove(recording_);
  }

  void start() {
    receiver_.reset();
    history_.emplace(64 << 20);
    events_.emplace();
    receiver_ = std::make_unique<Receiver>(settings_, *history_, *events_, heartbeats_);
  }
  BackendStatus backend() const { return receiver_->status().backend; }
  std::uint64_t last_row() const { return history_->latest() ? history_->latest()->sequence : 0; }
  bool more_rows() const {
    return eventually([this, before = last_row()] { return last_row() >= before + 3; });
  }
  bool by_the_device() const {
    return eventually([this] { return backend().trouble.empty() && receiver_->status().device_load.ratio > 0; });
  }
  std::vector<std::string> troubles() const {
    std::vector<std::string> texts;
    for (const Event& event : events_->after(0))
      if (event.kind == "backend") texts.push_back(event.text);
    return texts;
  }
  void expect_whole_rows() const {
    const auto rows = history_->recent(1000);
    for (std::size_t i = 1; i < rows.size(); ++i) {
      EXPECT_EQ(rows[i]->sequence, rows[i - 1]->sequence + 1);
      EXPECT_EQ(rows[i]->coverage, 1) << rows[i]->sequence;
    }
    EXPECT_EQ(receiver_->status().samples.dropped, 0U);
  }

  ScriptedDriver& driver_ = ScriptedDriver::get();
  std::string device_;
  Settings settings_;
  std::optional<History> history_;
  std::optional<EventLog> events_;
  Heartbeats heartbeats_;
  const std::filesystem::path recording_ =
      std::filesystem::temp_directory_path() / ("opencl_test." + std::to_string(getpid()) + ".cu8");
  std::unique_ptr<Receiver> receiver_;
};

// Played at its own speed, for the device to have its kernels built long before the end, on a busy machine too.
TEST_F(OpenCl, ShowsTheWaterfallThatTheProcessorShows) {
  record_tones(recording_, 60 * 48'000);
  settings_.source = "file:" + recording_.string();
  settings_.file.format = "cu8";
  settings_.analysis.remove_dc = false;  // what it tracks depends on how samples happened to be cut into batches
  start();
  ASSERT_TRUE(by_the_device());
  const std::uint64_t first = last_row() + 2;  // made by the device from its start
  ASSERT_TRUE(eventually([&] { return last_row() >= first + 20; }));
  settings_.backend = "cpu";
  settings_.file.paced = false;
  History truth(64 << 20);
  const Receiver processor(settings_, truth, *events_, heartbeats_);
  ASSERT_TRUE(eventually([&] { return truth.latest() && truth.latest()->sequence >= first + 20; }));
  std::size_t compared = 0;
  for (const RowPtr& row : history_->recent(1000)) {
    for (const RowPtr& expected : truth.recent(1000)) {
      if (row->sequence < first || expected->sequence != row->sequence) continue;
      expect_same_waterfall(*row, *expected);
      ++compared;
    }
  }
  EXPECT_GE(compared, 20U);
  EXPECT_TRUE(troubles().empty());
}

TEST_F(OpenCl, KeepsRunningThroughEveryFaultOfTheDeviceWithOneEvent) {
  struct Fault {
    const char* text;
    std::function<void()> happens;
    std::size_t deadline_ms = 20000;
  };
  const Fault faults[] = {
      {"or was lost", [this] { driver_.launches = CL_OUT_OF_RESOURCES; }},
      {"not available: lost", [this] { driver_.launches = CL_DEVICE_NOT_AVAILABLE; }},
      {"did not answer in time", [this] { driver_.hangs = true; }, 500},
  };
  for (const Fault& fault : faults) {
    settings_.qpu.deadline_ms = fault.deadline_ms;
    start();
    ASSERT_TRUE(by_the_device()) << fault.text;
    EXPECT_EQ(backend().name, "opencl");
    EXPECT_EQ(backend().reason, "asked for by name");
    fault.happens();
    ASSERT_TRUE(eventually([this] { return !backend().trouble.empty(); })) << fault.text;
    EXPECT_THAT(backend().trouble, HasSubstr(fault.text));
    EXPECT_TRUE(more_rows()) << fault.text;
    ASSERT_EQ(troubles().size(), 1U) << fault.text;
    EXPECT_THAT(troubles()[0], testing::MatchesRegex("opencl: .*" + std::string(fault.text) +
                                                     ".*; the processor takes over, retrying every 3600 s"));
    expect_whole_rows();
    driver_.reset();
  }
}

TEST_F(OpenCl, StartsWithTheProcessorWhereKernelsCannotBeBuilt) {
  settings_.analysis.fft = 320;  // whose kernels no other test has built in this process
  driver_.builds = CL_BUILD_PROGRAM_FAILURE;
  start();
  ASSERT_TRUE(eventually([this] { return !backend().trouble.empty(); }));
  EXPECT_THAT(backend().trouble, HasSubstr("refuses a kernel"));
  EXPECT_TRUE(more_rows());
  EXPECT_EQ(troubles().size(), 1U);
  expect_whole_rows();
}

TEST_F(OpenCl, TakesTheDeviceBackWhenItWorksAgain) {
  settings_.qpu.retry_s = 1;
  start();
  ASSERT_TRUE(by_the_device());
  driver_.launches = CL_DEVICE_NOT_AVAILABLE;
  ASSERT_TRUE(eventually([this] { return !troubles().empty(); }));
  driver_.reset();
  ASSERT_TRUE(eventually([this] { return troubles().back() == "opencl: works again"; }));
  EXPECT_TRUE(by_the_device());
  expect_whole_rows();
}

// The rows of the start are the processor's; the device is compared with it once its kernels are built.
TEST_F(OpenCl, IsTriedAtWorkByAutoWhenItsKernelsAreBuilt) {
  driver_.shows_gpus = true;  // a processor is not taken but by name
  driver_.builds_wait = true;
  settings_.backend = "auto";
  settings_.analysis.fft = 512;
  start();
  const auto entry = [this] {
    const auto all = backend().candidates;
    return *std::ranges::find(all, "opencl", &BackendStatus::Candidate::name);
  };
  EXPECT_TRUE(more_rows());
  EXPECT_EQ(entry().outcome, "gets ready, and is tried at work then");
  EXPECT_EQ(backend().name, "cpu");
  driver_.reset();
  ASSERT_TRUE(eventually([&] { return entry().frame_seconds.has_value(); })) << entry().outcome;
  EXPECT_TRUE(more_rows());
  EXPECT_EQ(entry().chosen, backend().name == "opencl");
  EXPECT_THAT(troubles().back(), HasSubstr("us a frame in use"));
  expect_whole_rows();
}

TEST_F(OpenCl, StandsInTheApiWithItsReasonAndItsTrouble) {
  settings_.server.listen = "127.0.0.1:0";
  settings_.users.folder = "none";
  settings_.watch.folder = "none";
  const Daemon daemon(settings_);
  const std::string url = daemon.url();
  const auto port = static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
  const auto get = [port](const char* path) { return HttpClient(port).ask(request_text("GET", path)).json(); };
  const auto device = [&] { return get("/api/v1/status")["backend"]["device"]; };
  ASSERT_TRUE(eventually([&] { return device()["load"] > 0; }));
  EXPECT_EQ(device()["name"], "opencl:" + device_);
  driver_.launches = CL_DEVICE_NOT_AVAILABLE;
  ASSERT_TRUE(eventually([&] { return device()["trouble"] != ""; }));
  const auto backends = get("/api/v1/backends");
  EXPECT_EQ(backends["in_use"], "opencl");
  EXPECT_EQ(backends["reason"], "asked for by name");
  EXPECT_THAT(backends["trouble"].get<std::string>(), HasSubstr("the device is there but not available"));
}

}  // namespace
}  // namespace spectrumd
