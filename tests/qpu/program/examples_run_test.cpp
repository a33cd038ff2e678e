// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <nlohmann/json.hpp>
#include <numbers>
#include <string>
#include <vector>

#include "tests/qpu/program/run_qpu.h"

// The examples as their own "# run:" lines start them.
namespace qpu {
namespace {

nlohmann::json words_of_example(const std::string& name, const std::string& area) {
  const ProgramRun run = run_qpu("run --json " SPECTRUMD_ROOT "/qpu/examples/" + name + ".qasm");
  EXPECT_EQ(run.status, 0) << run.output;
  return nlohmann::json::parse(run.output).at("memory").at(area);
}

std::vector<std::uint32_t> repeated(std::uint32_t value) { return std::vector<std::uint32_t>(16, value); }

TEST(RunExample, HelloPrintsTheLaneNumbers) {
  const ProgramRun run = run_qpu("run " SPECTRUMD_ROOT "/qpu/examples/hello.qasm");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.output,
            "target:\n"
            "  000000         0        1        2        3        4        5        6        7\n"
            "  000020         8        9       10       11       12       13       14       15\n");
}

TEST(RunExample, MemcpyCopies) {
  const auto words = words_of_example("memcpy", "target");
  ASSERT_EQ(words.size(), 256u);
  for (std::size_t i = 0; i < 256; ++i) EXPECT_EQ(words[i], i);
}

TEST(RunExample, TransposeTransposes) {
  const auto words = words_of_example("transpose", "target");
  ASSERT_EQ(words.size(), 256u);
  for (std::size_t i = 0; i < 256; ++i) EXPECT_EQ(words[i], i % 16 * 16 + i / 16);
}

TEST(RunExample, ReductionAddsUp) { EXPECT_EQ(words_of_example("reduction", "target"), std::vector{255 * 256 / 2}); }

TEST(RunExample, SemaphoreRingGoesRoundInOrder) {
  std::uint32_t value = 0;
  for (std::uint32_t i = 0; i < 12; ++i) value = 2 * value + i;
  EXPECT_EQ(words_of_example("semaphore_ring", "target"), repeated(value));
}

TEST(RunExample, MutexCounterCountsEveryRound) {
  EXPECT_EQ(words_of_example("mutex_counter", "counters"), repeated(12 * 100));
}

TEST(RunExample, GatherLooksUp) {
  const auto words = words_of_example("gather", "target");
  ASSERT_EQ(words.size(), 32u);
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(words[i], static_cast<double>(i));
}

TEST(RunExample, SfuTableHoldsFourFunctions) {
  const auto words = words_of_example("sfu_table", "target");
  ASSERT_EQ(words.size(), 64u);
  for (std::size_t x = 1; x < 16; ++x) {
    const auto number = static_cast<double>(x);
    EXPECT_NEAR(words[x], 1 / number, 1e-4);
    EXPECT_NEAR(words[16 + x], 1 / std::sqrt(number), 1e-4);
    EXPECT_NEAR(words[32 + x], std::exp2(number), 1e-4 * std::exp2(number));
    EXPECT_NEAR(words[48 + x], std::log2(number), 1e-2);
  }
}

TEST(RunExample, Fft64TransformsARamp) {
  const auto words = words_of_example("fft64", "target");
  ASSERT_EQ(words.size(), 128u);
  double error = 0, size = 0;
  for (std::size_t k = 0; k < 64; ++k) {
    std::complex<double> expected;
    for (std::size_t n = 0; n < 64; ++n)
      expected += std::complex<double>(2. * static_cast<double>(n), 2. * static_cast<double>(n) + 1) *
                  std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(n * k % 64) / 64);
    error += std::norm(std::complex<double>(words[2 * k], words[2 * k + 1]) - expected);
    size += std::norm(expected);
  }
  EXPECT_LT(std::sqrt(error / size), 1e-6);
}

}  // namespace
}  // namespace qpu
