// SPDX-License-Identifier: MIT
#include "gpufft/backend.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <random>

#include "tests/gpufft/every_backend.h"
#include "tests/gpufft/signals.h"

namespace gpufft {
namespace {

using testing::HasSubstr;

const Backend& emulated() { return backend_named("qpu:emulated"); }

TEST(QpuBackend, HasToBeAskedForByName) {
  EXPECT_TRUE(backend_named("qpu").only_by_name());
  EXPECT_EQ(choose_backend("auto").backend->name(), "cpu");
  EXPECT_EQ(choose_backend("qpu:emulated:zero").backend->name(), "qpu");
}

TEST(QpuBackend, RefusesWithTheExactReason) {
  if (std::filesystem::exists("/dev/vcio")) GTEST_SKIP() << "this machine may be a Raspberry Pi";
  EXPECT_THAT(refusal([] { choose_backend("qpu"); }), HasSubstr("backend qpu is not available: /dev/vcio: not found"));
  EXPECT_THAT(refusal([] { choose_backend("qpu:helper:/nowhere/socket"); }),
              HasSubstr("/nowhere/socket: No such file or directory; start it"));
}

TEST(QpuBackend, KnowsItsDevices) {
  EXPECT_THAT(refusal([] { backend_named("qpu:emulated:pi4"); }), HasSubstr("it has: real, emulated, emulated:pi1"));
  EXPECT_EQ(&backend_named("qpu:emulated:pi3"), &backend_named("qpu:emulated:pi3"));
}

// The promise to the owner of a Pi with little memory for its GPU.
TEST(QpuBackend, TellsItsMemoryWhichIsAtMostEightMebibytesForTheDaemon) {
  for (const std::string& device : backend_named("qpu").devices()) {
    const auto comma = device.find(", ");
    ASSERT_NE(comma, std::string::npos) << device;
    EXPECT_LE(std::stod(device.substr(comma + 2)), 8.0) << device;
    EXPECT_THAT(device, HasSubstr("MiB of GPU memory for spectra of 4096 bins"));
  }
}

TEST(QpuBackend, RefusesLengthsThatItsKernelsDoNotHave) {
  for (const std::size_t length : {0, 1, 2, 8, 15, 100, 1000, 1 << 23}) {
    EXPECT_THAT(refusal([&] { emulated().plan_fft({.length = length}); }),
                HasSubstr(std::to_string(length) + " points"));
    EXPECT_THAT(refusal([&] { emulated().plan_spectrum({.bins = length, .hop = 1}); }),
                HasSubstr(std::to_string(length) + " points"));
  }
}

TEST(QpuBackend, RefusesKindsAndLayoutsThatItsKernelsDoNotHave) {
  for (const FftRequest& request :
       {FftRequest{.length = 256, .kind = FftKind::DctII}, FftRequest{.length = 32, .kind = FftKind::RealToComplex},
        FftRequest{.length = 256, .kind = FftKind::RealToComplex, .rows = 16}, FftRequest{.length = 256, .rows = 128},
        FftRequest{.length = 8192, .rows = 16}, FftRequest{.length = 4096, .rows = 2048}})
    EXPECT_THAT(refusal([&] { emulated().plan_fft(request); }), HasSubstr("use backend cpu"));
  EXPECT_THAT(refusal([&] { emulated().plan_fft({.length = 256, .in = {.stride = 2}}); }),
              HasSubstr("without strides"));
}

TEST(QpuBackend, RefusesColumnsThatItsKernelsDoNotHave) {
  for (const std::size_t rows : {0, 2, 8, 100})
    EXPECT_NE(refusal([&] { emulated().plan_fft({.length = 256, .rows = rows}); }), "") << rows;
}

TEST(QpuBackend, TransformsRealPointsAsTheProcessorDoes) {
  for (const auto& [length, batch] : {std::pair<std::size_t, std::size_t>{64, 5}, {512, 3}, {1 << 14, 40}}) {
    const FftRequest there{.length = length, .batch = batch, .kind = FftKind::RealToComplex};
    const FftRequest back{.length = length, .batch = batch, .kind = FftKind::ComplexToReal};
    std::vector<float> x;
    for (const auto& point : random_points(length * batch, 6)) x.push_back(point.real());
    FloatPoints expected((length / 2 + 1) * batch), memory(expected.size());
    backend_named("cpu").plan_fft(there)->transform(x, expected);
    const std::span<float> points(reinterpret_cast<float*>(memory.data()), x.size());  // in place
    std::ranges::copy(x, points.begin());
    emulated().plan_fft(there)->transform(points, std::span(memory));
    EXPECT_LT(relative_error(in_double(memory), in_double(expected)), 4e-7) << length;
    emulated().plan_fft(back)->transform(std::span<const std::complex<float>>(memory), points);
    double error = 0, energy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      error += std::pow(points[i] / static_cast<float>(length) - x[i], 2);
      energy += std::pow(x[i], 2);
    }
    EXPECT_LT(std::sqrt(error / energy), 8e-7) << length << ", seed 6";
  }
}

// Inverse, in double: rows, then columns.
oracle::Points truth_of_array(std::span<const std::complex<float>> x, std::size_t rows, std::size_t length) {
  oracle::Points grid(x.size()), column(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    const auto bins = truth({x.begin() + static_cast<std::ptrdiff_t>(row * length),
                             x.begin() + static_cast<std::ptrdiff_t>((row + 1) * length)},
                            length, Direction::Inverse, oracle::fast_dft);
    std::ranges::copy(bins, grid.begin() + static_cast<std::ptrdiff_t>(row * length));
  }
  for (std::size_t k = 0; k < length; ++k) {
    for (std::size_t row = 0; row < rows; ++row) column[row] = std::conj(grid[row * length + k]);
    const auto bins = oracle::fast_dft(column);
    for (std::size_t row = 0; row < rows; ++row) grid[row * length + k] = std::conj(bins[row]);
  }
  return grid;
}

// Both passes over an array err by no more than they may alone.
TEST(QpuBackend, TransformsArraysAsDoubleDoes) {
  for (const auto& [rows, length] :
       {std::pair<std::size_t, std::size_t>{16, 16}, {64, 32}, {256, 64}, {32, 512}, {128 * 4, 128}}) {
    const std::size_t points = rows * length;
    const auto x = random_points(2 * points, 5);
    FloatPoints out(x.size());
    emulated()
        .plan_fft({.length = length, .batch = 2, .direction = Direction::Inverse, .rows = rows})
        ->transform(x, out);
    for (const std::size_t first : {std::size_t{0}, points})
      EXPECT_LT(relative_error(in_double(std::span(out).subspan(first, points)),
                               truth_of_array(std::span(x).subspan(first, points), rows, length)),
                emulated().error_bound(rows) + emulated().error_bound(length))
          << rows << " x " << length;
  }
}

// For bytes, by the fused kernel, which gets each frame's mean; a mean far off, so that it moves from frame to frame.
TEST(QpuBackend, RemovesTheDcThatTheProcessorRemoves) {
  constexpr std::size_t kBins = 1024, kFrames = 70;
  for (const SampleFormat format : {SampleFormat::Cu8, SampleFormat::Cs8}) {
    const SpectrumRequest request{format, kBins, kBins / 2, {Window::Shape::Hann}, true};
    std::vector<std::byte> iq((kFrames + 1) * kBins);
    std::mt19937 generator(1);
    for (std::size_t i = 0; i < iq.size(); ++i)
      iq[i] = static_cast<std::byte>(generator() % 32 + (i < iq.size() / 2 ? 20 : 60));
    PowerRow truth, row;
    for (const auto& [backend, to] : {std::pair(&backend_named("cpu"), &truth), std::pair(&emulated(), &row)}) {
      to->clear(kBins);
      const auto spectrum = backend->plan_spectrum(request);
      spectrum->accumulate(iq, 5, *to);
      spectrum->accumulate(std::span(iq).subspan(5 * kBins), kFrames - 5, *to);
    }
    EXPECT_EQ(row.frames, kFrames);
    for (std::size_t bin = 0; bin < kBins; ++bin)
      ASSERT_NEAR(row.sum[bin] / truth.sum[bin], 1, 1e-3) << bin << ", seed 1";
  }
}

TEST(QpuBackend, EveryBoardComputesTheSame) {
  const auto x = random_points(3 * 1024, 1);
  FloatPoints expected(x.size()), out(x.size());
  emulated().plan_fft({.length = 1024, .batch = 3})->transform(x, expected);
  for (const char* board : {"zero", "pi2", "pi3"}) {
    backend_named(std::string("qpu:emulated:") + board).plan_fft({.length = 1024, .batch = 3})->transform(x, out);
    EXPECT_EQ(out, expected) << board;
  }
}

}  // namespace
}  // namespace gpufft
