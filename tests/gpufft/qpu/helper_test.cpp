// SPDX-License-Identifier: MIT
#include "gpufft/qpu_helper.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <mutex>
#include <thread>

#include "gpufft/backend.h"
#include "gpufft/qpu/helper/connection.h"
#include "gpufft/qpu/helper/messages.h"
#include "gpufft/qpu/helper/shared_batch.h"
#include "tests/gpufft/iq_bytes.h"
#include "tests/gpufft/qpu/failure.h"
#include "tests/gpufft/spectrum_fixture.h"

namespace gpufft::qpu {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

// A helper on an emulated board, in a thread of this process.
class QpuHelper : public testing::Test {
 protected:
  QpuHelper() {
    std::filesystem::create_directories(folder_);
    start();
  }
  ~QpuHelper() override {
    stop();
    std::filesystem::remove_all(folder_);
  }

  void start() {
    stop_ = mailbox::Descriptor(eventfd(0, EFD_CLOEXEC));
    std::atomic<bool> ready = false;
    thread_ = std::jthread([this, &ready] {
      run_qpu_helper({.socket = socket_,
                      .handle_log = folder_ / "gpu-handles",
                      .device = "emulated",
                      .ready = [&ready] { ready = true, ready.notify_one(); },
                      .log = {}},
                     stop_.get());
    });
    ready.wait(false);
  }
  void stop() {
    eventfd_write(stop_.get(), 1);
    if (thread_.joinable()) thread_.join();
  }

  const Backend& helper() const { return backend_named("qpu:helper:" + socket_.string()); }
  static PowerRow row_of(Spectrum& spectrum, std::span<const std::byte> iq, std::size_t frames, std::size_t bins) {
    PowerRow row;
    row.clear(bins);
    spectrum.accumulate(iq, frames, row);
    return row;
  }

  static std::string answer(Connection& connection, const PlanMessage& plan) {
    EXPECT_TRUE(connection.send(bytes_of(plan)));
    Reply reply;
    EXPECT_TRUE(connection.wait(60s));
    return connection.receive(writable_bytes_of(reply)) ? std::string(reply.words()) : "closed";
  }

  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("qpu_helper_test." + std::to_string(getpid()));
  const std::filesystem::path socket_ = folder_ / "socket";
  mailbox::Descriptor stop_;
  std::jthread thread_;
};

TEST_F(QpuHelper, ComputesTheVeryBitsThatAreComputedInThisProcess) {
  for (const bool remove_dc : {false, true}) {
    constexpr std::size_t kBins = 1024, kFrames = 150;
    const SpectrumRequest request{SampleFormat::Cu8, kBins, kBins / 2, {}, remove_dc, 60s};
    const auto iq = encode(request.format, noise(kBins * kFrames, 0.05, 1));
    const auto here = backend_named("qpu:emulated").plan_spectrum(request), there = helper().plan_spectrum(request);
    for (int call = 0; call < 2; ++call) {
      const PowerRow expected = row_of(*here, iq, kFrames, kBins), row = row_of(*there, iq, kFrames, kBins);
      EXPECT_EQ(row.frames, kFrames);
      EXPECT_EQ(row.sum, expected.sum);
      EXPECT_EQ(row.max, expected.max);
      EXPECT_EQ(row.min, expected.min);
      here->reset();
      there->reset();
    }
    EXPECT_EQ(there->device_use().batches, 2U);
    EXPECT_EQ(there->device_use().time, here->device_use().time);
  }
}

TEST_F(QpuHelper, TakesMoreThanFitsIntoTheSharedMemory) {
  constexpr std::size_t kBins = 256, kFrames = 2500;
  const SpectrumRequest request{SampleFormat::Cs8, kBins, kBins / 2, {}, false, 60s};
  ASSERT_LT(SharedBatch(request).most_frames(), kFrames);
  const auto iq = encode(request.format, noise(kBins / 2 * (kFrames + 1), 0.05, 2));
  const auto here = backend_named("qpu:emulated").plan_spectrum(request), there = helper().plan_spectrum(request);
  const PowerRow expected = row_of(*here, iq, kFrames, kBins), row = row_of(*there, iq, kFrames, kBins);
  EXPECT_EQ(row.frames, kFrames);
  EXPECT_EQ(row.max, expected.max);
  EXPECT_EQ(row.min, expected.min);
}

TEST_F(QpuHelper, ThatEndsIsToldAndTheRowIsAsItWas) {
  const SpectrumRequest request{SampleFormat::Cu8, 256, 256, {}, false, 60s};
  const std::vector<std::byte> iq(10 * 512, std::byte{7});
  const auto spectrum = helper().plan_spectrum(request);
  PowerRow row = row_of(*spectrum, iq, 10, 256);
  const PowerRow before = row;
  stop();
  EXPECT_EQ(failure([&] { spectrum->accumulate(iq, 10, row); }), "qpu helper: it has ended");
  EXPECT_EQ(row.sum, before.sum);
  EXPECT_EQ(row.frames, 10U);
  EXPECT_NE(failure([&] { helper().plan_spectrum(request); }), "none");
  start();
  EXPECT_EQ(row_of(*helper().plan_spectrum(request), iq, 10, 256).sum, before.sum);
}

TEST_F(QpuHelper, ThatDoesNotAnswerIsWaitedForUntilTheDeadlineOnly) {
  stop();
  Listener deaf(socket_);  // accepts connections and never answers
  const SpectrumRequest request{SampleFormat::Cu8, 256, 256, {}, false, 500ms};
  const auto spectrum = helper().plan_spectrum(request);
  auto connection = deaf.accept();
  ASSERT_TRUE(connection);
  PlanMessage plan;
  ASSERT_TRUE(connection->receive(writable_bytes_of(plan)));
  EXPECT_FALSE(spectrum->ready());
  const SharedBatch shared(request);
  ASSERT_TRUE(connection->send(bytes_of(Reply{}), shared.descriptor()));
  ASSERT_TRUE(spectrum->ready());
  PowerRow row;
  row.clear(256);
  const std::vector<std::byte> iq(512);
  const std::string hangs = "qpu helper: no answer in 500 ms, it or the device hangs";
  const auto asked = std::chrono::steady_clock::now();
  EXPECT_EQ(failure([&] { spectrum->accumulate(iq, 1, row); }), hangs);
  const auto waited = std::chrono::steady_clock::now() - asked;
  EXPECT_GE(waited, 500ms);
  EXPECT_LT(waited, 4s) << "with room for a busy machine";
  EXPECT_EQ(failure([&] { spectrum->ready(); }), hangs);  // for good: a late answer belongs to no call
}

TEST_F(QpuHelper, RefusesMessagesThatItsClientsDoNotSend) {
  const PlanMessage good = to_message({SampleFormat::Cu8, 256, 256, {}, false});
  const auto with = [&](auto change) {
    PlanMessage plan = good;
    change(plan);
    auto connection = Connection::to(socket_);
    return answer(connection, plan);
  };
  EXPECT_EQ(with([](auto&) {}), "");
  EXPECT_THAT(with([](auto& plan) { plan.protocol = 0; }), HasSubstr("another version"));
  EXPECT_THAT(with([](auto& plan) { plan.format = 4; }), HasSubstr("invalid"));
  EXPECT_THAT(with([](auto& plan) { plan.window = 99; }), HasSubstr("invalid"));
  EXPECT_THAT(with([](auto& plan) { plan.bins = 100; }), HasSubstr("100 points"));
  EXPECT_THAT(with([](auto& plan) { plan.hop = 0; }), HasSubstr("hop of 0"));
  EXPECT_THAT(with([](auto& plan) { plan.hop = ~0ull; }), HasSubstr("memory"));
  EXPECT_THAT(with([](auto& plan) { plan.deadline_milliseconds = INT64_MAX; }), HasSubstr("invalid"));
}

TEST_F(QpuHelper, RefusesPlansThatTakeMoreMemoryThanItsUnitHas) {
  const auto request = [](std::size_t bins) { return to_message({SampleFormat::Cu8, bins, bins, {}, false}); };
  auto first = Connection::to(socket_);
  EXPECT_EQ(
      answer(first, request(1 << 22)),
      "a spectrum of 4194304 points takes 264 MiB in the qpu helper, where 0 of 192 MiB are in use; use a shorter "
      "one or backend cpu");
  auto second = Connection::to(socket_);
  ASSERT_EQ(answer(second, request(1 << 20)), "");
  auto third = Connection::to(socket_);
  EXPECT_THAT(answer(third, request(1 << 21)), HasSubstr("where 66 of 192 MiB are in use"));
}

TEST_F(QpuHelper, DropsAClientWhoseBatchDoesNotFit) {
  const SpectrumRequest request{SampleFormat::Cu8, 256, 256, {}, false};
  const std::uint64_t most = SharedBatch(request).most_frames();
  for (const std::uint64_t frames : {std::uint64_t{0}, most + 1, std::uint64_t{1} << 60}) {
    auto connection = Connection::to(socket_);
    ASSERT_TRUE(connection.send(bytes_of(to_message(request))));
    Reply reply;
    ASSERT_TRUE(connection.wait(10s));
    ASSERT_TRUE(connection.receive(writable_bytes_of(reply)));
    ASSERT_TRUE(connection.send(bytes_of(BatchMessage{frames, 0})));
    ASSERT_TRUE(connection.wait(10s));
    EXPECT_FALSE(connection.receive(writable_bytes_of(reply))) << frames;
  }
}

TEST_F(QpuHelper, LeavesWhatIsNoSocketAlone) {
  const auto file = folder_ / "file";
  std::ofstream(file) << "precious";
  EXPECT_THROW(Listener{file}, DeviceError);
  EXPECT_EQ(std::filesystem::file_size(file), 8U);
}

}  // namespace
}  // namespace gpufft::qpu
