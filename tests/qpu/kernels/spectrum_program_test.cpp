// SPDX-License-Identifier: MIT
#include "qpu/kernels/spectrum_program.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <stdexcept>

#include "qpu/hazards/checker.h"
#include "tests/qpu/kernels/fft_on_machine.h"
#include "tests/qpu/kernels/plain/plain_spectrum.h"

namespace {

using namespace qpu;
using namespace qpu::testing;

constexpr unsigned kSpectrumSeed = 20261121;

std::vector<float> hann(std::size_t size) {
  std::vector<float> window(size);
  for (std::size_t index = 0; index < size; ++index)
    window[index] = static_cast<float>(
        (0.5 - 0.5 * std::cos(2 * std::numbers::pi * static_cast<double>(index) / static_cast<double>(size))) / 127.5 /
        static_cast<double>(size));
  return window;
}

// Every frame has its own silence.
SpectrumInput random_input(const SpectrumProgram& program) {
  std::mt19937 random(kSpectrumSeed);
  std::normal_distribution<float> offset(program.shape().is_signed ? 0.0f : 127.5f, 1.0f);
  SpectrumInput input;
  for (std::size_t count = 0; count < program.input_bytes(); ++count)
    input.bytes.push_back(static_cast<std::uint8_t>(random()));
  for (std::size_t frame = 0; frame < program.shape().frames(); ++frame)
    input.silences.emplace_back(offset(random), offset(random));
  return input;
}

double relative(const std::vector<double>& value, const std::vector<double>& truth) {
  double error = 0, energy = 0;
  for (std::size_t index = 0; index < truth.size(); ++index) {
    error += (value[index] - truth[index]) * (value[index] - truth[index]);
    energy += truth[index] * truth[index];
  }
  return std::sqrt(error / energy);
}

class EverySpectrum : public ::testing::TestWithParam<SpectrumShape> {};

TEST_P(EverySpectrum, FoldsThePowerThatADftInDoubleHas) {
  const SpectrumShape shape = GetParam();
  const std::vector<float> window = hann(shape.size());
  const SpectrumProgram program(shape, window);
  const SpectrumInput input = random_input(program);
  const auto expected = expected_rows(shape, window, input);
  const SpectrumRun result = run(program, input, shape.hop % 2 == 1);
  ASSERT_EQ(result.rows.size(), shape.rows);
  for (std::size_t row = 0; row < shape.rows; ++row) {
    EXPECT_LT(relative(result.rows[row].sum, expected[row].sum), 1e-6) << "row " << row << ", seed " << kSpectrumSeed;
    EXPECT_LT(relative(result.rows[row].max, expected[row].max), 1e-6) << "row " << row;
    EXPECT_LT(relative(result.rows[row].min, expected[row].min), 2e-6) << "row " << row;
  }
}

TEST_P(EverySpectrum, GivesTheSameBitsInEveryOrderOfTurns) {
  const SpectrumShape shape = GetParam();
  const SpectrumProgram program(shape, hann(shape.size()));
  const SpectrumInput input = random_input(program);
  const SpectrumRun in_time = run(program, input);
  for (const MachineOptions& order : other_schedules()) {
    const SpectrumRun result = run(program, input, false, order);
    for (std::size_t row = 0; row < shape.rows; ++row)
      EXPECT_EQ(result.rows[row].sum, in_time.rows[row].sum)
          << "row " << row << ", schedule " << int(order.schedule) << ", seed " << order.seed;
  }
}

TEST_P(EverySpectrum, BreaksNoRuleOfTheHardware) {
  const SpectrumProgram program(GetParam(), hann(GetParam().size()));
  for (const Finding& finding : check(program.code().words))
    ADD_FAILURE() << place_of(program.code(), finding.word) << ": " << finding.text;
}

std::vector<SpectrumShape> spectrum_shapes() {
  std::vector<SpectrumShape> all;
  for (int size = 8; size <= 16; ++size)
    for (const bool is_signed : {false, true}) {
      const std::size_t points = std::size_t{1} << size;
      all.push_back({size, is_signed, points, 3, 2});
      if (size < 12) all.push_back({size, is_signed, points / 2 + 37, 8, 3});
    }
  all.push_back({10, false, 1, 1, 1});
  return all;
}

std::string name_of_spectrum(const ::testing::TestParamInfo<SpectrumShape>& info) {
  return "size" + std::to_string(info.param.log2_size) + (info.param.is_signed ? "cs8" : "cu8") + "hop" +
         std::to_string(info.param.hop);
}

INSTANTIATE_TEST_SUITE_P(Shapes, EverySpectrum, ::testing::ValuesIn(spectrum_shapes()), name_of_spectrum);

// What SpectrumProgram is measured by (qpu_spectrum) does the same.
TEST(PlainSpectrum, FoldsThePowerThatADftInDoubleHas) {
  for (const SpectrumShape& shape : {SpectrumShape{8, false, 165, 8, 3}, SpectrumShape{12, true, 4096, 2, 2}}) {
    const std::vector<float> window = hann(shape.size());
    const SpectrumInput input = random_input(SpectrumProgram(shape, window));
    const auto expected = expected_rows(shape, window, input);
    const SpectrumRun result = run_plainly(shape, window, input);
    for (std::size_t row = 0; row < shape.rows; ++row) {
      EXPECT_LT(relative(result.rows[row].sum, expected[row].sum), 1e-6) << "row " << row << ", seed " << kSpectrumSeed;
      EXPECT_LT(relative(result.rows[row].max, expected[row].max), 1e-6) << "row " << row;
      EXPECT_LT(relative(result.rows[row].min, expected[row].min), 2e-6) << "row " << row;
    }
  }
}

TEST(SpectrumProgram, RefusesWhatTheKernelDoesNotHave) {
  EXPECT_THROW(SpectrumProgram({.log2_size = 7}, hann(128)), std::invalid_argument);
  EXPECT_THROW(SpectrumProgram({.log2_size = 17}, hann(1 << 17)), std::invalid_argument);
  EXPECT_THROW(SpectrumProgram({.frames_per_row = 0}, hann(1024)), std::invalid_argument);
  EXPECT_THROW(SpectrumProgram({.hop = 0}, hann(1024)), std::invalid_argument);
  EXPECT_THROW(SpectrumProgram({}, hann(512)), std::invalid_argument);
}

}  // namespace
