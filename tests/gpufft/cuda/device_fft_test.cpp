// SPDX-License-Identifier: MIT
#include "gpufft/cuda/device_fft.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gpufft/backend.h"
#include "gpufft/cuda/memory.h"
#include "tests/gpufft/signals.h"

namespace {

using namespace gpufft::cuda;
using Points = std::vector<std::complex<float>>;

constexpr std::size_t kBatch = 3;

// On the processor.
Points transformed(const Points& points, std::size_t length, gpufft::Direction direction) {
  Points bins(points.size());
  gpufft::backend_named("cpu")
      .plan_fft({.length = length, .batch = points.size() / length, .direction = direction})
      ->transform(points, bins);
  return bins;
}

class CudaDeviceFft : public testing::TestWithParam<std::size_t> {
 protected:
  void SetUp() override {
    if (const auto reason = gpufft::backend_named("cuda").why_unavailable()) GTEST_SKIP() << *reason;
  }
};

// From the second call on the launches are a recording; what they compute is not.
TEST_P(CudaDeviceFft, RepeatedCallsTransformWhatIsThereNow) {
  const std::size_t length = GetParam(), count = kBatch * length;
  const OwnStream stream;
  const DeviceMemory<std::complex<float>> in(count), out(count), elsewhere(count);
  for (const auto direction : {gpufft::Direction::Forward, gpufft::Direction::Inverse}) {
    const auto fft = plan_device_fft({.length = length, .batch = kBatch, .direction = direction});
    for (unsigned seed = 1; seed <= 5; ++seed) {
      const Points points = random_points(count, seed);
      const auto& to = seed == 4 ? elsewhere : out;
      check(cudaMemcpyAsync(in.data(), points.data(), in.bytes(), cudaMemcpyHostToDevice, stream), "points");
      fft->transform(in.data(), to.data(), stream);
      Points bins(count);
      check(cudaMemcpyAsync(bins.data(), to.data(), to.bytes(), cudaMemcpyDeviceToHost, stream), "bins");
      check(cudaStreamSynchronize(stream), "a transform");
      EXPECT_LT(relative_error(in_double(bins), in_double(transformed(points, length, direction))), 3e-6)
          << length << ' ' << seed;
    }
  }
}

TEST_P(CudaDeviceFft, WorksOnTheDefaultStreamAndInARecordingOfTheCaller) {
  const std::size_t length = GetParam(), count = kBatch * length;
  const Points points = random_points(count, 1);
  const auto truth = in_double(transformed(points, length, gpufft::Direction::Forward));
  const DeviceMemory<std::complex<float>> in(points), out(count);
  const auto fft = plan_device_fft({.length = length, .batch = kBatch});
  const auto expect_right = [&] {
    Points bins(count);
    check(cudaMemcpy(bins.data(), out.data(), out.bytes(), cudaMemcpyDeviceToHost), "bins");
    EXPECT_LT(relative_error(in_double(bins), truth), 3e-6) << length;
    check(cudaMemset(out.data(), 0, out.bytes()), "bins");
  };
  for (int call = 0; call < 3; ++call) {
    fft->transform(in.data(), out.data(), nullptr);
    expect_right();
  }
  const OwnStream stream;
  check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "a recording");
  fft->transform(in.data(), out.data(), stream);
  cudaGraph_t graph = nullptr;
  check(cudaStreamEndCapture(stream, &graph), "a recording");
  cudaGraphExec_t recorded = nullptr;
  check(cudaGraphInstantiate(&recorded, graph, 0), "a recording");
  check(cudaGraphLaunch(recorded, stream), "a recording");
  check(cudaStreamSynchronize(stream), "a recording");
  expect_right();
  cudaGraphExecDestroy(recorded);
  cudaGraphDestroy(graph);
}

// More than the device has room for at a time, so that the same blocks do several, and not all of them equally many.
TEST_P(CudaDeviceFft, TransformsMoreThanTheDeviceHasRoomFor) {
  const std::size_t length = GetParam(), batch = ((std::size_t{1} << 23) + 54321) / length, count = batch * length;
  const Points points = random_points(count, 6);
  const DeviceMemory<std::complex<float>> in(points), out(count);
  const auto fft = plan_device_fft({.length = length, .batch = batch});
  fft->transform(in.data(), out.data(), nullptr);
  fft->transform(in.data(), in.data(), nullptr);
  const Points truth = transformed(points, length, gpufft::Direction::Forward);
  const std::size_t some = std::max<std::size_t>(1, 32768 / length) * length;
  for (const auto* const memory : {&out, &in}) {
    Points bins(count);
    check(cudaMemcpy(bins.data(), memory->data(), memory->bytes(), cudaMemcpyDeviceToHost), "bins");
    for (std::size_t first = 0; first < count; first += some) {
      const auto part = [&](const Points& of) {
        return in_double({of.begin() + static_cast<std::ptrdiff_t>(first),
                          of.begin() + static_cast<std::ptrdiff_t>(std::min(first + some, count))});
      };
      ASSERT_LT(relative_error(part(bins), part(truth)), 3e-6) << length << ", transform " << first / length;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Lengths, CudaDeviceFft,
                         testing::Values(1, 64, 480, 1000, 1155, 4410, 10007, 12288, 20000, 25000, 32768, 40000, 65536,
                                         65537, 262144, 1000000),
                         [](const auto& test) { return std::to_string(test.param); });

}  // namespace
