// SPDX-License-Identifier: MIT
#include "gpufft/device/stages.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <numbers>
#include <numeric>
#include <string>

#include "tests/gpufft/double_dft.h"
#include "tests/gpufft/signals.h"

// The stages of transforms, run one after the other in C++.
namespace gpufft::device {
namespace {

using Bytes = std::vector<std::byte>;

struct float2 {
  float x, y;
};
float2 operator+(float2 a, float2 b) { return {a.x + b.x, a.y + b.y}; }
float2 operator-(float2 a, float2 b) { return {a.x - b.x, a.y - b.y}; }
float2 operator*(float a, float2 b) { return {a * b.x, a * b.y}; }

namespace element {

using std::fma;

#define GPUFFT_ELEMENTS(...) __VA_ARGS__
#define POINT(re, im) \
  float2 { (re), (im) }
#define FUNCTION
#define GLOBAL
#define EACH(name, In, Out)                                                                                 \
  [[maybe_unused]] void name(const In* in, Out* out, std::size_t item, std::size_t n, std::size_t size,     \
                             [[maybe_unused]] std::size_t other_size, [[maybe_unused]] const float2* table, \
                             [[maybe_unused]] int swapped)
#define HERE [[maybe_unused]] const std::size_t at = item * size + n
#include "gpufft/device/elements.h"

}  // namespace element

using Kernel = std::function<void(const std::byte* in, std::byte* out, std::size_t item, const ElementStage& stage)>;

template <typename In, typename Out>
Kernel kernel(void (*element)(const In*, Out*, std::size_t, std::size_t, std::size_t, std::size_t, const float2*,
                              int)) {
  return [element](const std::byte* in, std::byte* out, std::size_t item, const ElementStage& stage) {
    for (std::size_t n = 0; n < stage.size; ++n)
      element(reinterpret_cast<const In*>(in), reinterpret_cast<Out*>(out), item, n, stage.size, stage.other_size,
              reinterpret_cast<const float2*>(stage.table.data()), stage.swapped);
  };
}

const std::map<std::string, Kernel> kKernels{{"split_bins", kernel(element::split_bins)},
                                             {"join_bins", kernel(element::join_bins)},
                                             {"widen", kernel(element::widen)},
                                             {"narrow", kernel(element::narrow)},
                                             {"first_bins", kernel(element::first_bins)},
                                             {"mirror_bins", kernel(element::mirror_bins)},
                                             {"to_cosine_order", kernel(element::to_cosine_order)},
                                             {"from_cosine_order", kernel(element::from_cosine_order)},
                                             {"cosines_of_bins", kernel(element::cosines_of_bins)},
                                             {"bins_of_cosines", kernel(element::bins_of_cosines)},
                                             {"chirp_in", kernel(element::chirp_in)},
                                             {"multiply", kernel(element::multiply)},
                                             {"chirp_out", kernel(element::chirp_out)}};

std::complex<float>* points(Bytes& bytes) { return reinterpret_cast<std::complex<float>*>(bytes.data()); }

// Transforms `count` lines of points `stride` apart, in place.
void transform(std::complex<float>* line, std::size_t length, std::size_t stride, Direction direction) {
  const bool inverse = direction == Direction::Inverse;
  oracle::Points x;
  for (std::size_t n = 0; n < length; ++n) {
    const std::complex<double> point(line[n * stride]);
    x.push_back(inverse ? std::conj(point) : point);
  }
  const auto bins = oracle::dft(x);
  for (std::size_t k = 0; k < length; ++k)
    line[k * stride] = std::complex<float>(inverse ? std::conj(bins[k]) : bins[k]);
}

class PlainestDevice {
 public:
  PlainestDevice(Bytes in, std::size_t batch) : here_(std::move(in)), batch_(batch) {}

  Bytes run(const Stages& stages) {
    for (const Stage& stage : stages) {
      std::visit(*this, stage);
      EXPECT_GE(here_.size(), batch_ * bytes_of(stage));
    }
    return here_;
  }

  void operator()(const PointsStage& stage) {
    for (std::size_t i = 0; i < batch_ * stage.times; ++i)
      transform(points(here_) + i * stage.length, stage.length, 1, stage.direction);
  }
  void operator()(const ColumnsStage& stage) {
    for (std::size_t item = 0; item < batch_; ++item)
      for (std::size_t column = 0; column < stage.length; ++column)
        transform(points(here_) + item * stage.rows * stage.length + column, stage.rows, stage.length, stage.direction);
  }
  void operator()(const TransposeStage& stage) {
    Bytes turned(here_.size());
    for (std::size_t item = 0; item < batch_; ++item)
      for (std::size_t row = 0; row < stage.rows; ++row)
        for (std::size_t n = 0; n < stage.length; ++n)
          points(turned)[(item * stage.length + n) * stage.rows + row] =
              points(here_)[(item * stage.rows + row) * stage.length + n];
    here_ = std::move(turned);
  }
  void operator()(const ElementStage& stage) {
    Bytes made(batch_ * stage.bytes);
    for (std::size_t item = 0; item < batch_; ++item) kKernels.at(stage.kernel)(here_.data(), made.data(), item, stage);
    here_ = std::move(made);
  }

 private:
  Bytes here_;
  std::size_t batch_;
};

constexpr std::size_t kBatch = 3;

template <typename Value>
std::vector<Value> done(const Stages& stages, const FloatPoints& in, std::size_t bytes_of_item) {
  Bytes bytes(kBatch * bytes_of_item);
  std::memcpy(bytes.data(), in.data(), bytes.size());
  const Bytes made = PlainestDevice(std::move(bytes), kBatch).run(stages);
  std::vector<Value> values(made.size() / sizeof(Value));
  std::memcpy(values.data(), made.data(), made.size());
  return values;
}

// Of the last item: the stages know where each begins.
oracle::Points last_of(std::span<const std::complex<float>> all) {
  return in_double(all.subspan(all.size() / kBatch * (kBatch - 1)));
}

class StagesOfLength : public testing::TestWithParam<std::size_t> {
 protected:
  const std::size_t length_ = GetParam(), bins_ = length_ / 2 + 1;
  const FloatPoints in_ = random_points(kBatch * (length_ + 2), 7);  // seed 7
  const float* const reals_ = reinterpret_cast<const float*>(in_.data()) + (kBatch - 1) * length_;
};

TEST_P(StagesOfLength, MakeBinsOfRealPoints) {
  const auto bins = done<std::complex<float>>(stages_of({.length = length_, .kind = FftKind::RealToComplex}), in_,
                                              length_ * sizeof(float));
  auto truth = oracle::dft(oracle::Points(reals_, reals_ + length_));
  truth.resize(bins_);
  EXPECT_LT(relative_error(last_of(bins), truth), 1e-6);
}

TEST_P(StagesOfLength, MakeRealPointsOfBins) {
  const auto reals = done<float>(stages_of({.length = length_, .kind = FftKind::ComplexToReal}), in_,
                                 bins_ * sizeof(std::complex<float>));
  oracle::Points bins = in_double(std::span(in_).subspan((kBatch - 1) * bins_, bins_)), truth;
  bins[0] = bins[0].real();
  if (length_ % 2 == 0) bins.back() = bins.back().real();
  for (std::size_t k = bins_; k < length_; ++k) bins.push_back(std::conj(bins[length_ - k]));
  for (auto& bin : bins) bin = std::conj(bin);
  for (const auto& point : oracle::dft(bins)) truth.push_back(point.real());
  const oracle::Points made(reals.end() - static_cast<std::ptrdiff_t>(length_), reals.end());
  EXPECT_LT(relative_error(made, truth), 1e-6);
}

TEST_P(StagesOfLength, MakeCosinesAndBack) {
  const auto cosines =
      done<float>(stages_of({.length = length_, .kind = FftKind::DctII}), in_, length_ * sizeof(float));
  oracle::Points truth;
  for (std::size_t k = 0; k < length_; ++k) {
    double sum = 0;
    for (std::size_t n = 0; n < length_; ++n)
      sum += reals_[n] * std::cos(std::numbers::pi * static_cast<double>((2 * n + 1) * k % (4 * length_)) /
                                  static_cast<double>(2 * length_));
    truth.emplace_back(sum);
  }
  const oracle::Points made(cosines.end() - static_cast<std::ptrdiff_t>(length_), cosines.end());
  EXPECT_LT(relative_error(made, truth), 1e-6);

  FloatPoints again(kBatch * length_);
  std::memcpy(static_cast<void*>(again.data()), cosines.data(), cosines.size() * sizeof(float));
  const auto points =
      done<float>(stages_of({.length = length_, .kind = FftKind::DctIII}), again, length_ * sizeof(float));
  oracle::Points back;
  for (std::size_t n = points.size() - length_; n < points.size(); ++n)
    back.emplace_back(2.0 / static_cast<double>(length_) * static_cast<double>(points[n]));
  EXPECT_LT(relative_error(back, oracle::Points(reals_, reals_ + length_)), 1e-6);
}

TEST_P(StagesOfLength, MakeAnyLengthOfPaddedOnes) {
  for (const auto direction : {Direction::Forward, Direction::Inverse}) {
    const auto bins = done<std::complex<float>>(bluestein(length_, 2 * length_ + 1, direction), in_,
                                                length_ * sizeof(std::complex<float>));
    auto truth = FloatPoints(in_.begin() + static_cast<std::ptrdiff_t>((kBatch - 1) * length_),
                             in_.begin() + static_cast<std::ptrdiff_t>(kBatch * length_));
    transform(truth.data(), length_, 1, direction);
    EXPECT_LT(relative_error(last_of(bins), in_double(truth)), 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(EvenAndOdd, StagesOfLength, testing::Values(1, 2, 3, 8, 9, 30, 31));

TEST(Stages, OfGridsMayTurnColumnsIntoRows) {
  constexpr std::size_t kRows = 6, kLength = 5;
  const FloatPoints in = random_points(kBatch * kRows * kLength, 8);  // seed 8
  const Stages stages = stages_of({.length = kLength, .rows = kRows});
  ASSERT_EQ(stages.size(), 2U);
  Stages turned{stages[0]};
  for (const Stage& stage : columns_as_rows(std::get<ColumnsStage>(stages[1]))) turned.push_back(stage);
  const auto truth = done<std::complex<float>>(stages, in, kRows * kLength * sizeof(std::complex<float>));
  EXPECT_EQ(done<std::complex<float>>(turned, in, kRows * kLength * sizeof(std::complex<float>)), truth);
  EXPECT_LT(std::abs(truth[0] - std::accumulate(in.begin(), in.begin() + kRows * kLength, std::complex<float>())),
            1e-4);
}

}  // namespace
}  // namespace gpufft::device
