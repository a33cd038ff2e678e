// SPDX-License-Identifier: MIT
#include "gpufft/process/process_spectrum.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "gpufft/backend.h"
#include "tests/eventually.h"
#include "tests/fakes/environment.h"
#include "tests/gpufft/iq_bytes.h"
#include "tests/gpufft/spectrum_fixture.h"

namespace gpufft::process {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

class ProcessOfAPlan : public testing::Test {
 protected:
  static std::unique_ptr<ProcessSpectrum> plan(const SpectrumRequest& request) {
    return std::make_unique<ProcessSpectrum>(program_next_to("spectrum_process").value(), request);
  }
  static std::unique_ptr<ProcessSpectrum> plan_with(const char* fault, const SpectrumRequest& request) {
    const spectrumd::EnvironmentVariable script("SPECTRUM_PROCESS", fault);
    return plan(request);
  }
  static PowerRow row_of(gpufft::Spectrum& spectrum, std::span<const std::byte> iq, std::size_t frames,
                         std::size_t bins) {
    PowerRow row;
    row.clear(bins);
    spectrum.accumulate(iq, frames, row);
    return row;
  }
  static std::string failure(const std::function<void()>& step) {
    try {
      step();
    } catch (const DeviceError& error) {
      return error.what();
    }
    return "none";
  }
  static bool is_gone(pid_t pid) { return kill(pid, 0) != 0; }

  const SpectrumRequest request_{.bins = 256, .hop = 100, .deadline = 60s};
  const std::vector<std::byte> iq_{encode(SampleFormat::Cu8, noise(256 + 99 * 100, 0.05, 1))};
};

TEST_F(ProcessOfAPlan, ComputesTheVeryBitsThatThisProcessComputes) {
  for (const bool remove_dc : {false, true}) {
    for (const SampleFormat format : kFormats) {
      const SpectrumRequest request{format, 1000, 700, {}, remove_dc, 60s};
      constexpr std::size_t kFrames = 60;
      const auto iq = encode(format, noise(1000 + (kFrames - 1) * 700, 0.05, 2));
      const auto here = backend_named("cpu").plan_spectrum(request);
      const auto there = plan(request);
      for (const std::size_t frames : {kFrames, std::size_t{7}, std::size_t{1}}) {
        const PowerRow expected = row_of(*here, iq, frames, 1000), row = row_of(*there, iq, frames, 1000);
        EXPECT_EQ(row.frames, frames);
        EXPECT_EQ(row.sum, expected.sum);
        EXPECT_EQ(row.max, expected.max);
        EXPECT_EQ(row.min, expected.min);
      }
      here->reset();
      there->reset();
      EXPECT_EQ(row_of(*there, iq, 5, 1000).sum, row_of(*here, iq, 5, 1000).sum);
    }
  }
}

TEST_F(ProcessOfAPlan, TakesMoreFramesThanAreSharedAtOnce) {
  const SpectrumRequest request{.format = SampleFormat::Cs16, .bins = 65536, .hop = 65536, .deadline = 60s};
  const std::size_t frames = SharedCall(request).most_frames() + 3;
  const auto iq = encode(request.format, noise(frames * 65536, 0.05, 3));
  const auto there = plan(request);
  const PowerRow row = row_of(*there, iq, frames, 65536);
  const PowerRow expected = row_of(*backend_named("cpu").plan_spectrum(request), iq, frames, 65536);
  EXPECT_EQ(row.frames, frames);
  EXPECT_EQ(row.max, expected.max);
  EXPECT_EQ(row.min, expected.min);
  EXPECT_EQ(there->device_use().batches, 1U);
  EXPECT_EQ(there->device_use().time, 2s) << "a second for each part, says the fake";
}

TEST_F(ProcessOfAPlan, IsNotReadyBeforeItHasPlanned) {
  const auto spectrum = plan_with("plans slowly", request_);
  EXPECT_FALSE(spectrum->ready());
  EXPECT_EQ(row_of(*spectrum, iq_, 100, 256).frames, 100U);
  EXPECT_TRUE(spectrum->ready());
}

TEST_F(ProcessOfAPlan, ThatCannotPlanSaysWhy) {
  const auto spectrum = plan_with("fails planning", request_);
  EXPECT_EQ(failure([&] { row_of(*spectrum, iq_, 1, 256); }), "out of memory");
  EXPECT_EQ(failure([&] { spectrum->ready(); }), "out of memory");
  const auto dead = plan_with("dies planning", request_);
  EXPECT_EQ(failure([&] { row_of(*dead, iq_, 1, 256); }), "the device's process has ended by signal 6");
}

TEST_F(ProcessOfAPlan, ThatFailsLeavesTheRowAsItWasAndTheNextPlanWorks) {
  const std::pair<const char*, const char*> faults[] = {{"dies at work", "the device's process has ended by signal 6"},
                                                        {"fails at work", "an illegal memory access was encountered"}};
  for (const auto& [fault, text] : faults) {
    const auto spectrum = plan_with(fault, request_);
    PowerRow row = row_of(*plan(request_), iq_, 100, 256);
    const PowerRow before = row;
    EXPECT_EQ(failure([&] { spectrum->accumulate(iq_, 100, row); }), text);
    EXPECT_EQ(failure([&] { spectrum->accumulate(iq_, 100, row); }), text) << "for good";
    EXPECT_EQ(row.frames, 100U);
    EXPECT_EQ(row.sum, before.sum);
    EXPECT_EQ(row_of(*plan(request_), iq_, 100, 256).sum, before.sum);
  }
}

TEST_F(ProcessOfAPlan, ThatHangsIsGivenUpAtTheDeadlineAndKilled) {
  auto request = request_;
  request.deadline = 50ms;
  auto spectrum = plan_with("hangs at work", request);
  ASSERT_TRUE(eventually([&] { return spectrum->ready(); }));
  const pid_t pid = spectrum->pid();
  EXPECT_EQ(failure([&] { row_of(*spectrum, iq_, 100, 256); }), "no answer in 50 ms, the device or its process hangs");
  EXPECT_FALSE(is_gone(pid));
  spectrum.reset();
  EXPECT_TRUE(eventually([&] {
    plan(request_);  // collects what is left of others
    return is_gone(pid);
  }));
}

TEST_F(ProcessOfAPlan, EndsWithItsOwner) {
  int status = 0, pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  const pid_t owner = fork();
  if (owner == 0) {  // which is killed while its plan's process hangs
    const auto spectrum = plan_with("hangs at work", request_);
    const pid_t pid = spectrum->pid();
    const ssize_t written = write(pipe_ends[1], &pid, sizeof pid);
    PowerRow row;
    row.clear(256);
    spectrum->accumulate(iq_, 100, row);
    _exit(static_cast<int>(written));
  }
  pid_t pid = 0;
  ASSERT_EQ(read(pipe_ends[0], &pid, sizeof pid), static_cast<ssize_t>(sizeof pid));
  kill(owner, SIGKILL);
  ASSERT_EQ(waitpid(owner, &status, 0), owner);
  const auto state = [pid] {  // of an orphan, which this process cannot collect
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string number, name, letter;
    return file >> number >> name >> letter ? letter : "gone";
  };
  EXPECT_TRUE(eventually([&] { return state() == "gone" || state() == "Z"; })) << state();
  close(pipe_ends[0]);
  close(pipe_ends[1]);
}

TEST_F(ProcessOfAPlan, HasNoDescriptorOfItsOwnerButTheTwoThatItNeeds) {
  const auto spectrum = plan(request_);
  ASSERT_TRUE(eventually([&] { return spectrum->ready(); }));
  std::vector<int> open;
  const std::filesystem::path folder = "/proc/" + std::to_string(spectrum->pid()) + "/fd";
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    open.push_back(std::stoi(entry.path().filename()));
  EXPECT_THAT(open, testing::Each(testing::Le(kSocketDescriptor)));
}

TEST_F(ProcessOfAPlan, IsNotStartedWithoutItsProgram) {
  EXPECT_EQ(program_next_to("no_such_program"), std::nullopt);
#ifdef SPECTRUMD_EMULATED
  GTEST_SKIP()
      << "qemu-user shares no memory with a child that has not started its program: posix_spawn always succeeds";
#endif
  EXPECT_THAT(failure([&] { ProcessSpectrum("/no/such/program", request_); }), HasSubstr("No such file"));
}

TEST_F(ProcessOfAPlan, OfAnotherBuildIsRefused) {
  const SharedCall ours(request_);
  ours.header().size += 8;
  EXPECT_THAT(failure([&] { SharedCall theirs{mailbox::Descriptor(dup(ours.descriptor()))}; }),
              HasSubstr("another build"));
}

}  // namespace
}  // namespace gpufft::process
