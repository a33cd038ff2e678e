// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "gpufft/opencl/backend.h"
#include "gpufft/opencl/host_memory.h"
#include "gpufft/opencl/program_cache.h"
#include "gpufft/opencl/spectrum.h"
#include "tests/eventually.h"
#include "tests/fakes/opencl/scripted_driver.h"
#include "tests/gpufft/opencl/pocl.h"
#include "tests/gpufft/spectrum_fixture.h"

namespace gpufft::opencl {
namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

class OpenClFaults : public OpenClTest {
 protected:
  void TearDown() override { script_.reset(); }

  // The text of the DeviceError that it throws; empty if it throws none.
  template <typename Action>
  static std::string error_of(Action action) {
    try {
      action();
    } catch (const DeviceError& error) {
      return error.what();
    }
    return {};
  }
  PowerRow row_of(Spectrum& spectrum) const {
    PowerRow row;
    row.clear(request_.bins);
    spectrum.accumulate(iq_, 10, row);
    return row;
  }
  std::unique_ptr<Spectrum> ready_spectrum() const {
    auto spectrum = backend_.plan_spectrum(request_);
    row_of(*spectrum);
    return spectrum;
  }
  void fail_while_copying(Spectrum& spectrum, std::span<const std::byte> iq) {
    script_.copies_wait = true;
    script_.launches = CL_OUT_OF_RESOURCES;
    PowerRow row;
    row.clear(request_.bins);
    EXPECT_TRUE(has(error_of([&] { spectrum.accumulate(iq, 10, row); }), "or was lost"));
  }
  static bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

  ScriptedDriver& script_ = ScriptedDriver::get();
  const OpenClBackend backend_;
  SpectrumRequest request_{.bins = 16, .hop = 16, .deadline = 200ms};
  const std::vector<std::byte> iq_{encode(SampleFormat::Cu8, noise(160, 0.05, 1))};
};

TEST_F(OpenClFaults, WithoutADriverTellsWhatToInstallAndTheProcessorIsTaken) {
  script_.platforms = -1001;
  EXPECT_TRUE(
      has(backend_.why_unavailable().value_or(""), "no OpenCL driver is installed; Debian has pocl-opencl-icd"));
  EXPECT_TRUE(has(refusal([] { choose_backend("opencl"); }), "backend opencl is not available: looking for"));
  EXPECT_NE(choose_backend("auto").backend->name(), "opencl");
  for (const Backend* const backend : backends()) EXPECT_NO_THROW(backend->devices()) << backend->name();
}

TEST_F(OpenClFaults, WithoutADeviceTellsWhatToLookAt) {
  script_.devices = CL_DEVICE_NOT_FOUND;
  EXPECT_TRUE(has(backend_.why_unavailable().value_or(""), "the driver has no device; is the GPU there"));
}

TEST_F(OpenClFaults, ADeviceByAnotherNameIsNotThereAndThoseThatAreGetListed) {
  const auto text = backend_.on("no such thing").why_unavailable().value_or("");
  EXPECT_TRUE(has(text, "no device no such thing; available: ")) << text;
  EXPECT_TRUE(has(text, facts_.name.c_str())) << text;
  EXPECT_TRUE(has(backend_.on("99").why_unavailable().value_or(""), "no device 99"));
  EXPECT_EQ(backend_.on(facts_.name.substr(1)).why_unavailable(), std::nullopt);
  EXPECT_NE(refusal([this] { backend_.on(""); }), "");
}

TEST_F(OpenClFaults, TellsWhatTheCompilerSays) {
  const auto text =
      error_of([this] { open()->kernel("kernel void wrong(global float* x) { *x = nonsense; }", "wrong"); });
  EXPECT_TRUE(has(text, "refuses a kernel")) << text;
  EXPECT_TRUE(has(text, "nonsense")) << text;
}

TEST_F(OpenClFaults, OutOfMemoryIsToldWithTheWayOut) {
  script_.buffers = CL_MEM_OBJECT_ALLOCATION_FAILURE;
  const auto text = error_of([this] { row_of(*backend_.plan_spectrum(request_)); });
  EXPECT_TRUE(has(text, "out of memory") && has(text, "fewer bins")) << text;
}

TEST_F(OpenClFaults, ATransformLargerThanTheDevicesMemoryIsRefused) {
  DeviceFacts small = facts_;
  small.largest_buffer = 1000;
  EXPECT_TRUE(has(refusal([&] { check_memory(small, {.bins = 1024, .hop = 1024}); }), "use backend cpu"));
  EXPECT_EQ(refusal([&] { check_memory(facts_, {.bins = 1024, .hop = 1024}); }), "");
}

TEST_F(OpenClFaults, WhileTheCompilerIsAtWorkNobodyWaits) {
  script_.builds_wait = true;
  const auto spectrum = backend_.plan_spectrum(request_);
  EXPECT_FALSE(spectrum->ready());
  spectrum->reset();
  script_.reset();
  EXPECT_EQ(row_of(*spectrum).frames, 10U);
  EXPECT_TRUE(spectrum->ready());
}

TEST_F(OpenClFaults, ACompilerThatFailsIsToldByWhoeverWantsThePlan) {
  script_.builds = CL_BUILD_PROGRAM_FAILURE;
  const auto spectrum = backend_.plan_spectrum(request_);
  EXPECT_TRUE(has(error_of([&] { row_of(*spectrum); }), "refuses a kernel"));
  EXPECT_TRUE(has(error_of([&] { spectrum->ready(); }), "refuses a kernel"));
  EXPECT_EQ(spectrum->device_use().batches, 0U);
  EXPECT_NO_THROW(spectrum->reset());
}

TEST_F(OpenClFaults, ALostDeviceLeavesTheRowAsItWasAndTheNextPlanWorks) {
  const auto spectrum = ready_spectrum();
  PowerRow row;
  row.clear(16);
  script_.launches = CL_OUT_OF_RESOURCES;
  EXPECT_TRUE(has(error_of([&] { spectrum->accumulate(iq_, 10, row); }), "or was lost"));
  EXPECT_EQ(row.frames, 0U);
  EXPECT_EQ(row.sum, std::vector<float>(16));
  const auto before = backend_.device();
  script_.reset();
  row = row_of(*backend_.plan_spectrum(request_));
  EXPECT_EQ(row.frames, 10U);
  EXPECT_GT(row.sum[8], 0);
}

TEST_F(OpenClFaults, ADeviceThatWasLostIsOpenedAnew) {
  const auto before = backend_.device();
  before->mark_lost();
  EXPECT_NE(backend_.device(), before);
}

TEST_F(OpenClFaults, ADeviceThatHangsIsGivenUpInTime) {
  const auto spectrum = ready_spectrum();
  PowerRow row;
  row.clear(16);
  script_.hangs = true;
  const auto started = Clock::now();
  EXPECT_TRUE(has(error_of([&] { spectrum->accumulate(iq_, 10, row); }), "did not answer in time"));
  EXPECT_LT(Clock::now() - started, 10 * request_.deadline);
  EXPECT_EQ(row.frames, 0U);
}

// The device reads the samples of a call that has failed long after the plan is gone.
TEST_F(OpenClFaults, MemoryOfAFailedPlanIsHeldUntilItsCopiesHaveEnded) {
  request_.remove_dc = true;
  auto spectrum = ready_spectrum();
  fail_while_copying(*spectrum, iq_);
  spectrum.reset();
  EXPECT_EQ(held_memory(facts_).pieces, 2U) << "samples and means";
  EXPECT_TRUE(has(backend_.devices().front(), "held for copies"));
  script_.reset();
  EXPECT_TRUE(eventually([this] { return held_memory(facts_).pieces == 0; }));
  EXPECT_EQ(held_memory(facts_).bytes, 0U);
  EXPECT_FALSE(has(backend_.devices().front(), "held for copies"));
  EXPECT_EQ(row_of(*backend_.plan_spectrum(request_)).frames, 10U);
}

// Two plans that hang with copies from the same memory hold it once, and not while the program has it.
TEST_F(OpenClFaults, MemoryOfTheProgramIsHeldOnceAndOnlyWhenTheProgramHasLeftIt) {
  auto buffer = backend_.host_buffer(iq_.size());
  std::ranges::copy(iq_, buffer->bytes().begin());
  std::array spectra{ready_spectrum(), ready_spectrum()};
  for (auto& spectrum : spectra) {
    fail_while_copying(*spectrum, buffer->bytes());
    spectrum.reset();
  }
  EXPECT_EQ(held_memory(facts_).pieces, 0U);
  buffer.reset();
  EXPECT_EQ(held_memory(facts_).pieces, 1U);
  EXPECT_EQ(held_memory(facts_).bytes, iq_.size());
  script_.reset();
  EXPECT_TRUE(eventually([this] { return held_memory(facts_).pieces == 0; }));
}

// What was pinned for a device that was lost is ordinary memory for the one that is opened in its place.
TEST_F(OpenClFaults, MemoryOfALostDeviceIsCopiedFirst) {
  const auto buffer = backend_.host_buffer(iq_.size());
  std::ranges::copy(iq_, buffer->bytes().begin());
  EXPECT_TRUE(ProgramMemory::holding(*backend_.device(), buffer->bytes()));
  backend_.device()->mark_lost();
  EXPECT_FALSE(ProgramMemory::holding(*backend_.device(), buffer->bytes()));
  PowerRow row;
  row.clear(16);
  ready_spectrum()->accumulate(buffer->bytes(), 10, row);
  EXPECT_EQ(row.frames, 10U);
}

TEST_F(OpenClFaults, MoreMemoryThanTheDeviceAllocatesAtOnceIsRefused) {
  EXPECT_THROW((void)backend_.host_buffer(facts_.largest_buffer + 1), PlanError);
}

TEST_F(OpenClFaults, MemoryOfADeviceThatNeverEndsItsCopiesIsLimited) {
  const SpectrumRequest large{.format = SampleFormat::Cf32, .bins = 16, .hop = 16, .deadline = 200ms};
  const std::vector<std::byte> iq(std::size_t{16} * 8);
  std::string text;
  for (int plans = 0; plans < 100 && !has(text, "restart this program"); ++plans) {
    const auto spectrum = backend_.plan_spectrum(large);
    PowerRow row;
    row.clear(large.bins);
    text = error_of([&] {
      while (!spectrum->ready()) std::this_thread::sleep_for(1ms);
      script_.hangs = true;
      spectrum->accumulate(iq, 1, row);
    });
    EXPECT_NE(text, "");
  }
  EXPECT_TRUE(has(text, "restart this program")) << text;
  EXPECT_LT(held_memory(facts_).bytes, std::size_t{400} << 20);
  script_.reset();
  EXPECT_TRUE(eventually([this] { return held_memory(facts_).pieces == 0; }));
}

TEST_F(OpenClFaults, ADamagedProgramInTheCacheIsMadeAnew) {
  const auto folder = std::filesystem::temp_directory_path() / ("gpufft_cache_test_" + std::to_string(getpid()));
  const char* const before = std::getenv("XDG_CACHE_HOME");
  const std::string kept = before == nullptr ? "" : before;
  setenv("XDG_CACHE_HOME", folder.c_str(), 1);
  const char* const source = "kernel void one(global float* x) { *x = 1; }";
  open()->kernel(source, "one");
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(*ProgramCache::folder())) files.push_back(entry.path());
  ASSERT_EQ(files.size(), 1U);
  open()->kernel(source, "one");  // from the file
  std::ofstream(files[0], std::ios::app) << "and more";
  testing::internal::CaptureStderr();
  open()->kernel(source, "one");
  EXPECT_TRUE(has(testing::internal::GetCapturedStderr(), "damaged program; ignored"));
  testing::internal::CaptureStderr();
  open()->kernel(source, "one");
  EXPECT_FALSE(has(testing::internal::GetCapturedStderr(), "damaged"));
  before == nullptr ? unsetenv("XDG_CACHE_HOME") : setenv("XDG_CACHE_HOME", kept.c_str(), 1);
  std::filesystem::remove_all(folder);
}

TEST_F(OpenClFaults, ADeviceThatFailedACallIsOpenedAgainForTheNextPlan) {
  const auto spectrum = ready_spectrum();
  const auto failed = backend_.device();
  script_.launches = CL_OUT_OF_RESOURCES;
  EXPECT_TRUE(has(error_of([&] { row_of(*spectrum); }), "or was lost"));
  EXPECT_TRUE(failed->lost());
  script_.reset();
  EXPECT_NE(backend_.device(), failed);
}

}  // namespace
}  // namespace gpufft::opencl
