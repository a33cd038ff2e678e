// SPDX-License-Identifier: MIT
#include "gpufft/program/check/random_spectra.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <numeric>

#include "gpufft/program/check/guarded_memory.h"

namespace gpufft::program {
namespace {

constexpr std::size_t kLongest = std::size_t{1} << 18;
constexpr std::array kFormats{SampleFormat::Cu8, SampleFormat::Cs8, SampleFormat::Cs16, SampleFormat::Cf32};
constexpr std::array kFormatNames{"cu8", "cs8", "cs16", "cf32"};

std::size_t random_hop(std::mt19937& generator, std::size_t bins) {
  switch (from_to(generator, 0, 3)) {
    case 0:
      return bins;
    case 1:
      return std::max<std::size_t>(1, bins / 2);
    case 2:
      return from_to(generator, 1, bins);
    default:
      return from_to(generator, bins, 2 * bins);
  }
}

void fill(std::span<std::byte> iq, SampleFormat format, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<float> level(-1, 1);
  if (format != SampleFormat::Cf32) {
    std::ranges::generate(iq, [&] { return static_cast<std::byte>(generator()); });
    return;
  }
  for (std::size_t at = 0; at < iq.size(); at += sizeof(float)) {
    const float part = level(generator);
    std::memcpy(iq.data() + at, &part, sizeof part);
  }
}

// A row with a margin after its numbers, in memory that its vectors own but do not use.
class MarkedRow {
 public:
  explicit MarkedRow(std::size_t bins) {
    for (auto* const levels : {&row.sum, &row.max, &row.min}) levels->assign(bins + kMargin, kMark);
    row.clear(bins);
  }
  bool margins_are_whole() const {
    return std::ranges::all_of(std::array{&row.sum, &row.max, &row.min}, [](const auto* levels) {
      const std::span margin(levels->data() + levels->size(), kMargin);
      return std::ranges::all_of(margin, [](float level) { return level == kMark; });
    });
  }

  PowerRow row;

 private:
  static constexpr std::size_t kMargin = 64;
  static constexpr float kMark = -12345;
};

double norm(const std::vector<float>& levels) {
  return std::sqrt(std::inner_product(levels.begin(), levels.end(), levels.begin(), 0.0));
}

double distance(const std::vector<float>& one, const std::vector<float>& other) {
  const auto square = [](float a, float b) { return (double{a} - double{b}) * (double{a} - double{b}); };
  return std::sqrt(std::transform_reduce(one.begin(), one.end(), other.begin(), 0.0, std::plus<>(), square));
}

// Relative to the sums, and to the maxima, as some minima of thousands of frames are close to zero. NaN never passes.
double largest_error(const PowerRow& row, const PowerRow& truth) {
  // Without its mean nothing is left of a single sample.
  const auto relative = [](double distance, double norm) { return distance == 0 ? 0 : distance / norm; };
  const double errors[] = {relative(distance(row.sum, truth.sum), norm(truth.sum)),
                           relative(distance(row.max, truth.max), norm(truth.max)),
                           relative(distance(row.min, truth.min), norm(truth.max))};
  const bool sound = row.frames == truth.frames && std::ranges::all_of(errors, [](double error) { return error >= 0; });
  return sound ? std::ranges::max(errors) : INFINITY;
}

}  // namespace

RandomSpectrum random_spectrum(std::mt19937& generator, const RandomLengths& lengths, std::size_t most_points) {
  RandomSpectrum random;
  SpectrumRequest& request = random.request;
  request.bins = lengths.choose(generator, std::min(kLongest, most_points));
  request.hop = random_hop(generator, request.bins);
  request.format = kFormats[from_to(generator, 0, kFormats.size() - 1)];
  const auto windows = window_names();
  request.window = parse_window(windows[from_to(generator, 0, windows.size() - 1)]).value();
  request.remove_dc = from_to(generator, 0, 1) == 1;
  request.deadline = std::chrono::minutes(5);  // slow is not wrong
  const std::size_t most_frames = std::clamp<std::size_t>(most_points / request.bins, 1, 20000);
  for (std::size_t calls = from_to(generator, 1, 3); calls > 0; --calls)
    random.calls.push_back(from_to(generator, 1, from_to(generator, 1, most_frames)));
  random.seed = static_cast<unsigned>(generator());
  return random;
}

std::string described(const RandomSpectrum& random) {
  const SpectrumRequest& request = random.request;
  std::string calls;
  for (const std::size_t frames : random.calls) calls += (calls.empty() ? "" : " + ") + std::to_string(frames);
  return std::to_string(request.bins) + " bins, hop " + std::to_string(request.hop) + ", " +
         kFormatNames[static_cast<std::size_t>(request.format)] + ", " + to_string(request.window) +
         (request.remove_dc ? ", remove_dc, " : ", ") + calls + " frames";
}

RandomResult compute(const Backend& backend, const RandomSpectrum& random) {
  const SpectrumRequest& request = random.request;
  const auto spectrum = backend.plan_spectrum(request), truth = plain_processor().plan_spectrum(request);
  RandomResult result{0, true};
  auto side = GuardedMemory::Side::Begins;
  for (const std::size_t frames : random.calls) {
    side = side == GuardedMemory::Side::Ends ? GuardedMemory::Side::Begins : GuardedMemory::Side::Ends;
    const GuardedMemory iq(((frames - 1) * request.hop + request.bins) * bytes_per_sample(request.format), side);
    fill(iq.bytes(), request.format, random.seed);
    MarkedRow row(request.bins), expected(request.bins);
    spectrum->accumulate(iq.bytes(), frames, row.row);
    truth->accumulate(iq.bytes(), frames, expected.row);
    result.error = std::max(result.error, largest_error(row.row, expected.row));
    result.in_bounds = result.in_bounds && row.margins_are_whole() && expected.margins_are_whole();
  }
  return result;
}

}  // namespace gpufft::program
