// SPDX-License-Identifier: MIT
#include "qpu/kernels/fft_program.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "qpu/hazards/checker.h"
#include "tests/gpufft/double_dft.h"
#include "tests/qpu/kernels/fft_on_machine.h"

namespace {

using namespace qpu;
using namespace qpu::testing;

constexpr unsigned kFftSeed = 20261121;

// Half of what is published for GPU_FFT from 2^9 on.
double bound_ppm(int log2_size) { return log2_size <= 16 ? 0.23 : 0.3; }

std::vector<FftShape> shapes(std::initializer_list<int> sizes, std::initializer_list<std::size_t> batches) {
  std::vector<FftShape> all;
  for (const int size : sizes)
    for (const std::size_t batch : batches)
      for (const bool inverse : {false, true}) all.push_back({size, batch, inverse});
  return all;
}
std::string name_of_shape(const ::testing::TestParamInfo<FftShape>& info) {
  return "size" + std::to_string(info.param.log2_size) + "batch" + std::to_string(info.param.batch) +
         (info.param.inverse ? "inverse" : "forward");
}

class EveryShape : public ::testing::TestWithParam<FftShape> {};

TEST_P(EveryShape, AgreesWithDftInDoubleOnRandomSamples) {
  const FftShape shape = GetParam();
  const auto input = random_samples(shape.size() * shape.batch, kFftSeed);
  const FftRun result = run(FftProgram(shape), input);
  EXPECT_LT(error_ppm(shape, input, result.output), bound_ppm(shape.log2_size)) << "seed " << kFftSeed;
  EXPECT_TRUE(result.balanced);
}

// Of a time-out of a chip in the field nothing would be learnt, so this is where QPUs that meet are tried out.
TEST_P(EveryShape, GivesTheSameBitsInEveryOrderOfTurns) {
  const FftShape shape = GetParam();
  const FftProgram program(shape);
  const auto input = random_samples(shape.points(), kFftSeed);
  const FftRun in_time = run(program, input);
  for (const MachineOptions& order : other_schedules()) {
    const FftRun result = run(program, input, order);
    EXPECT_EQ(result.output, in_time.output)
        << "schedule " << int(order.schedule) << (order.late ? ", late" : "") << ", seed " << order.seed;
    EXPECT_TRUE(result.balanced);
  }
}

TEST_P(EveryShape, BreaksNoRuleOfTheHardware) {
  const FftProgram program(GetParam());
  for (const Finding& finding : check(program.code().words))
    ADD_FAILURE() << place_of(program.code(), finding.word) << ": " << finding.text;
}

INSTANTIATE_TEST_SUITE_P(Small, EveryShape, ::testing::ValuesIn(shapes({4, 5, 6, 7}, {1, 3, 40})), name_of_shape);
INSTANTIATE_TEST_SUITE_P(Medium, EveryShape, ::testing::ValuesIn(shapes({8, 9, 10, 11, 12}, {1, 3, 10})),
                         name_of_shape);
INSTANTIATE_TEST_SUITE_P(Large, EveryShape, ::testing::ValuesIn(shapes({13, 14, 15, 16}, {1, 3})), name_of_shape);
// Minutes, so these are labelled slow.
INSTANTIATE_TEST_SUITE_P(Slow, EveryShape, ::testing::ValuesIn(shapes({17, 18, 19, 20, 21, 22}, {1})), name_of_shape);

TEST(FftProgram, PutsATwoCosineSignalWithinThePublishedErrors) {
  static constexpr double kPublished[] = {.33, .46, .52, .59, .78, .83, .92};  // 2^8 to 2^14
  for (int size = 8; size <= 14; ++size) {
    const FftShape shape{size, 1, false};
    const auto input = two_cosines(shape.size(), 1);
    EXPECT_LT(error_ppm(shape, input, run(FftProgram(shape), input).output), kPublished[size - 8]) << "2^" << size;
  }
}

TEST(FftProgram, TurnsAnImpulseIntoOnesAtEveryPlaceOfIt) {
  const FftShape shape{8, 4, false};
  std::vector<std::complex<float>> input(shape.size() * shape.batch);
  for (std::size_t transform = 0; transform < 4; ++transform) input[transform * shape.size() + 67 * transform] = 1;
  const FftRun result = run(FftProgram(shape), input);
  for (const std::complex<float>& value : result.output) EXPECT_NEAR(std::abs(value), 1, 2e-6);
  EXPECT_LT(error_ppm(shape, input, result.output), 0.5);
}

TEST(FftProgram, GivesABatchTheBitsOfItsSingles) {
  for (int size = 8; size <= 12; ++size) {
    const FftShape shape{size, 5, false}, single{size, 1, false};
    const auto input = random_samples(shape.size() * shape.batch, kFftSeed);
    const FftRun batch = run(FftProgram(shape), input);
    for (std::size_t index = 0; index < shape.batch; ++index) {
      const auto samples = std::span(input).subspan(index * shape.size(), shape.size());
      const FftRun alone = run(FftProgram(single), samples);
      EXPECT_TRUE(std::equal(alone.output.begin(), alone.output.end(), batch.output.begin() + index * shape.size()))
          << "transform " << index << " of 2^" << size;
    }
  }
}

TEST(FftProgram, ComesBackToTheSamplesWithTheInverse) {
  const FftShape forward{12, 2, false}, inverse{12, 2, true};
  const auto input = random_samples(forward.size() * forward.batch, kFftSeed);
  FftRun result = run(FftProgram(inverse), run(FftProgram(forward), input).output);
  double error = 0, energy = 0;
  for (std::size_t index = 0; index < input.size(); ++index) {
    error += std::norm(result.output[index] / 4096.0f - input[index]);
    energy += std::norm(input[index]);
  }
  EXPECT_LT(std::sqrt(error / energy), 0.4e-6) << "seed " << kFftSeed;
}

TEST(FftProgram, GivesTheSameBitsOnAnyNumberOfQpus) {
  for (const FftShape& shape : {FftShape{8, 16}, FftShape{9, 8}, FftShape{10, 7}, FftShape{11, 2}}) {
    const auto input = random_samples(shape.size() * shape.batch, kFftSeed);
    const FftRun all = run(FftProgram(shape), input);
    for (const int qpus : {1, 2, 3, 8})
      EXPECT_EQ(run(FftProgram(shape, qpus), input).output, all.output) << qpus << " for 2^" << shape.log2_size;
  }
}

TEST(FftProgram, RefusesWhatTheKernelDoesNotHave) {
  EXPECT_THROW(FftProgram({3, 1, false}), std::invalid_argument);
  EXPECT_THROW(FftProgram({7, 1, false, 32}), std::invalid_argument);
  EXPECT_THROW(FftProgram({23, 1, false}), std::invalid_argument);
  EXPECT_THROW(FftProgram({10, 0, false}), std::invalid_argument);
  EXPECT_THROW(FftProgram({5, 1, false, 1, true}), std::invalid_argument);
  EXPECT_THROW(FftProgram({23, 1, false, 1, true}), std::invalid_argument);
  EXPECT_THROW(FftProgram({10, 1, false, 16, true}), std::invalid_argument);
  EXPECT_THROW(FftProgram({10, 1, false, 8}), std::invalid_argument);
  EXPECT_THROW(FftProgram({10, 1, false, 48}), std::invalid_argument);
  EXPECT_THROW(FftProgram({10, 1, false}, 13), std::invalid_argument);
  EXPECT_THROW(FftProgram({10, 1, false}, -1), std::invalid_argument);
}

class RealShape : public ::testing::TestWithParam<int> {};

// The bins of real samples, as the program has them: the last one next to the first.
std::vector<std::complex<float>> bins_of(std::span<const float> samples, std::size_t size) {
  std::vector<std::complex<float>> bins;
  for (std::size_t begin = 0; begin < samples.size(); begin += size) {
    const auto spectrum = oracle::fast_dft(oracle::Points(samples.begin() + begin, samples.begin() + begin + size));
    bins.emplace_back(spectrum[0].real(), spectrum[size / 2].real());
    for (std::size_t bin = 1; bin < size / 2; ++bin) bins.emplace_back(spectrum[bin]);
  }
  return bins;
}
double relative_ppm(std::span<const std::complex<float>> values, std::span<const std::complex<float>> truth,
                    float scale = 1) {
  double error = 0, energy = 0;
  for (std::size_t index = 0; index < truth.size(); ++index) {
    error += std::norm(std::complex<double>(values[index] / scale) - std::complex<double>(truth[index]));
    energy += std::norm(std::complex<double>(truth[index]));
  }
  return 1e6 * std::sqrt(error / energy);
}

// Samples two by two are the complex points that the program takes.
TEST_P(RealShape, AgreesWithDftInDoubleThereAndBack) {
  for (const std::size_t batch : {1, 3, 10}) {
    const FftShape forward{.log2_size = GetParam(), .batch = batch, .real = true};
    const FftShape inverse{.log2_size = GetParam(), .batch = batch, .inverse = true, .real = true};
    const auto points = random_samples(forward.size() / 2 * batch, kFftSeed);
    std::vector<float> samples;
    for (const auto& point : points) samples.insert(samples.end(), {point.real(), point.imag()});
    const auto bins = bins_of(samples, forward.size());
    const FftRun there = run(FftProgram(forward), points), back = run(FftProgram(inverse), bins);
    EXPECT_LT(relative_ppm(there.output, bins), 0.4) << batch << ", seed " << kFftSeed;
    EXPECT_LT(relative_ppm(back.output, points, static_cast<float>(forward.size())), 0.4) << batch;
    EXPECT_TRUE(there.balanced && back.balanced);
  }
}

TEST_P(RealShape, GivesTheSameBitsInEveryOrderOfTurns) {
  for (const std::size_t batch : {1, 5})
    for (const bool inverse : {false, true}) {
      const FftProgram program({.log2_size = GetParam(), .batch = batch, .inverse = inverse, .real = true});
      const auto input = random_samples(program.shape().size() / 2 * batch, kFftSeed);
      const FftRun in_time = run(program, input);
      for (const MachineOptions& order : other_schedules())
        EXPECT_EQ(run(program, input, order).output, in_time.output)
            << batch << (inverse ? " inverse" : "") << ", schedule " << int(order.schedule)
            << (order.late ? ", late" : "") << ", seed " << order.seed;
    }
}

TEST_P(RealShape, BreaksNoRuleOfTheHardware) {
  for (const bool inverse : {false, true}) {
    const FftProgram program({.log2_size = GetParam(), .batch = 10, .inverse = inverse, .real = true});
    for (const Finding& finding : check(program.code().words))
      ADD_FAILURE() << place_of(program.code(), finding.word) << ": " << finding.text;
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, RealShape, ::testing::Range(6, 15));

// Rows by one program, columns by another.
std::vector<std::complex<float>> transformed(std::span<const std::complex<float>> array, int log2_height,
                                             int log2_width, bool inverse) {
  const FftShape rows{log2_width, std::size_t{1} << log2_height, inverse};
  const FftShape columns{log2_height, 1, inverse, rows.size()};
  return run(FftProgram(columns), run(FftProgram(rows), array).output).output;
}
std::vector<std::complex<float>> turned(std::span<const std::complex<float>> array, std::size_t height) {
  const std::size_t width = array.size() / height;
  std::vector<std::complex<float>> result(array.size());
  for (std::size_t index = 0; index < array.size(); ++index)
    result[index % width * height + index / width] = array[index];
  return result;
}

TEST(FftProgram, TransformsTheColumnsOfArrays) {
  for (const int height : {4, 5, 6, 8, 9, 10, 11})
    for (const bool inverse : {false, true}) {
      const FftShape columns{height, 2, inverse, 32}, rows{height, 32, inverse};
      const auto input = random_samples(columns.points(), kFftSeed);
      const FftRun result = run(FftProgram(columns), input);
      const std::size_t array = columns.points() / 2;
      for (std::size_t begin = 0; begin < columns.points(); begin += array)
        EXPECT_LT(error_ppm(rows, turned(std::span(input).subspan(begin, array), columns.size()),
                            turned(std::span(result.output).subspan(begin, array), columns.size())),
                  0.23)
            << "height 2^" << height << ", array at " << begin << ", seed " << kFftSeed;
    }
}

TEST(FftProgram, TransformsTheRowsAndColumnsOfRectangularArrays) {
  const auto input = random_samples(512 * 64, kFftSeed);
  const auto there = transformed(input, 9, 6, false);
  float sum = 0;
  for (const std::complex<float>& value : input) sum += value.real();
  EXPECT_NEAR(there[0].real(), sum, 1e-2);
  const auto back = transformed(there, 9, 6, true);
  for (std::size_t index = 0; index < input.size(); ++index)
    ASSERT_LT(std::abs(back[index] / 32768.0f - input[index]), 3e-6f) << index << ", seed " << kFftSeed;
}

TEST(FftProgram, BreaksNoRuleInColumns) {
  for (const int height : {4, 6, 9, 12, 14}) {
    const FftProgram program({height, 1, true, 1024});
    for (const Finding& finding : check(program.code().words))
      ADD_FAILURE() << place_of(program.code(), finding.word) << ": " << finding.text;
  }
}

TEST(FftProgram, RefusesTooLittleMemory) {
  const FftProgram program({8, 1, false});
  std::vector<std::byte> memory(program.memory_bytes() - 1);
  EXPECT_THROW(program.lay_out(memory, {0x1000, 0x100000, 0x200000, false}), std::invalid_argument);
}

// In microseconds of the chip, as the model is fitted and with cold code that costs next to nothing (U22a).
TEST(FftProgram, ShortSinglesTakeWhatTheTableSays) {
  struct Reading {
    std::optional<std::uint64_t> cold_code;
    double launch;
    std::array<double, 5> most;  // 2^8 to 2^12
  };
  const Reading readings[] = {{std::nullopt, 15, {29, 38, 55.5, 99, 172.5}}, {8, 16.8, {28.5, 36.5, 53, 95, 166}}};
  for (const Reading& reading : readings)
    for (int log2_size = 8; log2_size <= 12; ++log2_size) {
      const FftShape shape{log2_size, 1, false};
      MachineOptions machine;
      machine.cold_code_clocks = reading.cold_code;
      const double took =
          reading.launch + run(FftProgram(shape), random_samples(shape.size(), 1), machine).microseconds;
      EXPECT_LT(took, reading.most[static_cast<std::size_t>(log2_size - 8)]) << "2^" << log2_size;
    }
}

}  // namespace
