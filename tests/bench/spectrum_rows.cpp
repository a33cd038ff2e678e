// SPDX-License-Identifier: MIT
// Rows of a spectrum and nothing else, for counting instructions: arm_instructions.sh subtracts a run without
// rows. Prints a result, so that the compiler cannot omit the work.
//
//   spectrum_rows ours|fftw|fftw-libm BINS ROWS [VARIANT]
//
// fftw: the pipeline of `gpufft bench`, with our vectorised levels; fftw-libm: with log10f of the C library, as
// programs have it on ARM, where there is no vectorised one. VARIANT: out of place or in place (0, 1), a frame at a
// time or a row (0, 2). FFTW plans without measuring, as it would measure the emulator.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include "gpufft/backend.h"
#include "gpufft/levels.h"
#include "gpufft/program/bench/cpu_peers.h"
#include "gpufft/program/bench/peer_pipeline.h"

namespace {

using namespace gpufft;

constexpr std::size_t kFrames = 8;
constexpr LevelScale kScale{1.0F / kFrames, 2, 240};

std::vector<std::byte> random_iq(std::size_t samples) {
  std::mt19937 generator(1);
  std::vector<std::byte> iq(2 * samples);
  for (auto& byte : iq) byte = static_cast<std::byte>(generator());
  return iq;
}

void libm_levels(const PowerRow& row, std::vector<std::uint8_t>& levels) {
  for (std::size_t bin = 0; bin < levels.size(); ++bin) {
    const float level = kScale.zero + kScale.steps_per_decibel * 10 * std::log10(row.sum[bin] * kScale.scale);
    levels[bin] = static_cast<std::uint8_t>(std::fmin(std::fmax(level + 0.5F, 0.0F), 255.0F));
  }
}

template <typename Accumulate, typename Levels>
void make_rows(std::size_t bins, std::size_t rows, const Accumulate& accumulate, const Levels& levels_of) {
  const auto iq = random_iq(bins * kFrames);
  std::vector<std::uint8_t> levels(bins);
  PowerRow row;
  for (std::size_t i = 0; i < rows; ++i) {
    row.clear(bins);
    accumulate(iq, row);
    levels_of(row, levels);
  }
  unsigned sum = 0;
  for (const auto level : levels) sum += level;
  std::printf("%u\n", sum);
}

void our_levels(const PowerRow& row, std::vector<std::uint8_t>& levels) { to_levels(row.sum, kScale, levels); }

void ours(std::size_t bins, std::size_t rows) {
  const auto spectrum = choose_backend("cpu").backend->plan_spectrum({.bins = bins, .hop = bins});
  make_rows(
      bins, rows, [&](const auto& iq, PowerRow& row) { spectrum->accumulate(iq, kFrames, row); }, our_levels);
}

template <typename Levels>
void fftw(std::size_t bins, std::size_t rows, std::size_t variant, const Levels& levels_of) {
  const std::size_t batch = (variant & 2) != 0 ? kFrames : 1;
  auto plans = program::fftw_estimated()->plans(bins, batch);
  program::PeerPipeline pipeline(std::move(plans.at(variant & 1)), bins, batch);
  make_rows(
      bins, rows, [&](const auto& iq, PowerRow& row) { pipeline.accumulate(iq, kFrames, row); }, levels_of);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return std::fputs("usage: spectrum_rows ours|fftw|fftw-libm BINS ROWS [VARIANT]\n", stderr), 64;
  const std::string_view who = argv[1];
  const auto bins = static_cast<std::size_t>(std::atoi(argv[2])), rows = static_cast<std::size_t>(std::atoi(argv[3]));
  const auto variant = static_cast<std::size_t>(argc > 4 ? std::atoi(argv[4]) : 0);
  if (who == "ours") ours(bins, rows);
  if (who == "fftw") fftw(bins, rows, variant, our_levels);
  if (who == "fftw-libm") fftw(bins, rows, variant, libm_levels);
}
