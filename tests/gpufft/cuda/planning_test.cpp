// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cuda_runtime_api.h>

#include <algorithm>

#include <cmath>
#include <numbers>
#include <numeric>
#include <set>
#include <sstream>

#include "gpufft/cuda/backend.h"
#include "gpufft/cuda/device.h"
#include "gpufft/cuda/device_spectrum.h"
#include "gpufft/cuda/errors.h"
#include "gpufft/cuda/lines_task.h"
#include "gpufft/cuda/requests.h"
#include "gpufft/cuda/tables.h"
#include "gpufft/cuda/tuner.h"
#include "gpufft/program/bench/lengths_in_use.h"
#include "tests/gpufft/every_backend.h"
#include "tests/gpufft/signals.h"

// Decisions made before anything runs on a device; these tests need none.
namespace {

using namespace gpufft::cuda;

TEST(CudaDevice, SaysWhatIsMissing) {
  EXPECT_NE(why_no_device(cudaErrorInsufficientDriver, 0, 0, 0)->find("install one for CUDA"), std::string::npos);
  EXPECT_NE(why_no_device(cudaErrorNoDevice, 0, 0, 0)->find("no NVIDIA device"), std::string::npos);
  EXPECT_NE(why_no_device(cudaSuccess, 0, 0, 0)->find("no NVIDIA device"), std::string::npos);
  EXPECT_NE(why_no_device(cudaErrorMemoryAllocation, 0, 0, 0)->find("out of memory"), std::string::npos);
  EXPECT_NE(why_no_device(cudaSuccess, 1, 8, 6)->find("compute capability 8.6"), std::string::npos);
  EXPECT_EQ(why_no_device(cudaSuccess, 1, 9, 0), std::nullopt);
  EXPECT_EQ(why_no_device(cudaSuccess, 1, 12, 0), std::nullopt);
}

TEST(CudaDevice, FailureNamesWhatWasDoneAndTheWayOut) {
  try {
    check(cudaErrorMemoryAllocation, "memory of the device");
    FAIL() << "nothing was thrown";
  } catch (const gpufft::DeviceError& error) {
    EXPECT_NE(std::string(error.what()).find("memory of the device: out of memory; ask for"), std::string::npos)
        << error.what();
  }
}

TEST(CudaRequests, RefusesWhatItNeverDoesAndSaysWhy) {
  const auto fft = [](gpufft::FftRequest request) { return refusal([&] { check(request); }); };
  const auto spectrum = [](gpufft::SpectrumRequest request) { return refusal([&] { check(request); }); };
  EXPECT_EQ(fft({.length = std::size_t{1} << 26}), "");
  EXPECT_EQ(fft({.length = 4194303}), "");
  EXPECT_NE(fft({.length = std::size_t{1} << 27}).find("accepts 1 to"), std::string::npos);
  EXPECT_NE(fft({.length = 4194305}).find("accepts 1 to"), std::string::npos);
  EXPECT_NE(fft({.length = 64, .batch = std::size_t{1} << 40}).find("memory"), std::string::npos);
  EXPECT_NE(fft({.length = 4, .rows = 0}).find("0 rows"), std::string::npos);
  EXPECT_NE(spectrum({.bins = 0, .hop = 1}).find("0 points"), std::string::npos);
  EXPECT_NE(spectrum({.bins = 64, .hop = 0}).find("hop of 0"), std::string::npos);
}

TEST(CudaRecipes, EveryPowerOfTwoHasSomeAndNoTwoAreCalledTheSame) {
  for (std::size_t length = 2; length <= std::size_t{1} << 26; length *= 2) {
    const auto all = recipes(Work::Points, length);
    EXPECT_FALSE(all.empty()) << length;
    std::set<std::string> names;
    for (const auto& recipe : all) names.insert(recipe->name());
    EXPECT_EQ(names.size(), all.size()) << length;
    for (const auto& name : names) EXPECT_EQ(name.find(' '), std::string::npos) << name << ": wisdom takes one word";
  }
}

TEST(CudaRecipes, LengthsThatProgramsUseHaveSome) {
  for (const std::size_t length : gpufft::program::kLengthsInUse) EXPECT_FALSE(recipes(Work::Points, length).empty());
}

TEST(CudaRecipes, FewTransformsOfALongLengthAreSharedOutInBlocks) {
  for (std::size_t length = 8192; length <= std::size_t{1} << 20; length *= 2)
    EXPECT_TRUE(recipes(Work::Few, length).front()->name().starts_with("grid")) << length;
  EXPECT_TRUE(recipes(Work::Few, 1024).front()->name().starts_with("frames"));
}

bool is_cluster(const std::unique_ptr<Recipe>& recipe) { return recipe->name().starts_with("cluster"); }

TEST(CudaRecipes, LongFramesHaveWaysThatNeedNoClusters) {
  for (const Work work : {Work::Points, Work::Mean, Work::Power})
    for (std::size_t length = std::size_t{1} << 14; length <= std::size_t{1} << 18; length *= 2)
      EXPECT_FALSE(std::ranges::all_of(recipes(work, length), is_cluster)) << length;
}

TEST(CudaRecipes, ClustersComeFirstWhereABlockIsTooSmall) {
  for (const Work work : {Work::Points, Work::Mean, Work::Power})
    for (std::size_t length = std::size_t{1} << 13; length <= std::size_t{1} << 18; length *= 2) {
      const std::size_t shortest = work == Work::Power ? 16384 : 32768;  // extremes take registers
      EXPECT_EQ(is_cluster(recipes(work, length).front()), length >= shortest && length <= 65536) << length;
    }
}

TEST(CudaLines, RadicesMultiplyToTheLength) {
  for (const std::size_t length : {2, 3, 30, 120, 1000, 1536, 3000, 6561, 10080, 14406}) {
    const auto radices = line_radices(length);
    EXPECT_EQ(std::accumulate(radices.begin(), radices.end(), std::size_t{1}, std::multiplies<>()), length);
    EXPECT_LE(radices.size(), std::size_t{LinesTask::kMostPasses});
  }
}

TEST(CudaLines, RadicesAreFewAndEven) {
  EXPECT_EQ(line_radices(1000), (std::vector<std::size_t>{10, 10, 10}));
  EXPECT_EQ(line_radices(120), (std::vector<std::size_t>{12, 10}));
  EXPECT_EQ(line_radices(1536), (std::vector<std::size_t>{16, 12, 8}));
}

TEST(CudaLines, TableHasTheTurnsOfAllPassesButTheFirst) {
  EXPECT_TRUE(line_turns(12).empty());
  const auto turns = line_turns(120);  // 12 points joined, then 9 legs but the first
  ASSERT_EQ(turns.size(), 12U * 9);
  EXPECT_EQ(turns[0].re, 1);
  EXPECT_EQ(turns[8 * 12 + 11].im, turn(99, 120).im);
}

TEST(CudaLines, DividesByWhatIsMetWhenItRuns) {
  for (const std::size_t by : {1, 2, 3, 7, 10, 96, 625, 2187, 7203}) {
    const Divisor divisor(by);
    for (std::uint64_t number = 0; number < 65536; ++number)
      ASSERT_EQ(2 * number * divisor.factor >> 32, number / by) << number << " by " << by;
  }
}

TEST(CudaTables, BinsByLines) {
  const std::vector<std::complex<float>> bins{0, 1, 2, 3, 4, 5};
  std::vector<float> order;
  for (const auto& bin : by_lines(bins, 3)) order.push_back(bin.real());
  EXPECT_EQ(order, (std::vector<float>{0, 3, 1, 4, 2, 5}));
}

TEST(CudaBackend, IsInTheBuildAndSaysWhyItIsNotAvailable) {
  const auto& backend = gpufft::backend_named("cuda");
  if (const auto reason = backend.why_unavailable()) {
    EXPECT_NE(reason->find("NVIDIA"), std::string::npos) << *reason;
    EXPECT_TRUE(backend.devices().empty());
    EXPECT_THROW(backend.plan_spectrum({.bins = 64, .hop = 64}), gpufft::DeviceError);
  } else {
    EXPECT_FALSE(backend.devices().empty());
  }
}

TEST(CudaSpectrum, DeviceThatDoesNotAnswerInTimeHasFailedAndTheRowIsAsItWas) {
  const auto& backend = gpufft::backend_named("cuda");
  if (const auto reason = backend.why_unavailable()) GTEST_SKIP() << *reason;
  const gpufft::SpectrumRequest hasty{.bins = 1024, .hop = 1024, .deadline = std::chrono::milliseconds(0)};
  const std::vector<std::byte> iq(std::size_t{64} << 20, std::byte{3});
  gpufft::PowerRow row;
  row.clear(1024);
  const auto before = row.min;
  EXPECT_THROW(backend.plan_spectrum(hasty)->accumulate(iq, iq.size() / 2048, row), gpufft::DeviceError);
  EXPECT_EQ(row.frames, 0U);
  EXPECT_EQ(row.min, before);
  auto patient = hasty;
  patient.deadline = std::chrono::milliseconds(2000);
  backend.plan_spectrum(patient)->accumulate(iq, iq.size() / 2048, row);  // the device itself is well
  EXPECT_EQ(row.frames, iq.size() / 2048);
}

}  // namespace
