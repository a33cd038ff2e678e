// SPDX-License-Identifier: MIT
#include "gpufft/cpu/plan.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "gpufft/cpu/wisdom.h"

namespace gpufft::cpu {
namespace {

// exp(-2 pi i turns / of)
void store_turn(std::size_t turns, std::size_t of, float& re, float& im) {
  const double angle = 2 * std::numbers::pi * static_cast<double>(turns % of) / static_cast<double>(of);
  re = static_cast<float>(std::cos(angle));
  im = static_cast<float>(-std::sin(angle));
}

// The widest vectors that have a column for each of their lanes.
const Kernels& widest_for(const Target& target, std::size_t length) {
  return *std::ranges::find_if(target.kernels, [length](const Kernels& kernels) {
    return length % kernels.lanes == 0 && length / kernels.lanes >= std::max<std::size_t>(kernels.lanes, 2);
  });
}

// Vectors a power of two apart fight for the same lines of the cache; from this many on they get a gap.
constexpr std::size_t kWidestWithoutGap = 8;

unsigned gap_bits(std::size_t part, std::size_t lanes) {
  constexpr unsigned kNoGap = 63;
  const bool wanted = std::has_single_bit(part) && part > kWidestWithoutGap && part >= lanes;
  return wanted ? static_cast<unsigned>(std::countr_zero(part)) : kNoGap;
}

}  // namespace

bool Plan::takes(std::size_t length) { return length > 1 && !cheapest_routes(length, modelled_cost).empty(); }

Plan::Plan(const Target& target, std::size_t length, Ending ending) : kernels_(&widest_for(target, length)) {
  const std::size_t lanes = kernels_->lanes, columns = length / lanes;
  radices_ = wisdom().routes(target, lanes, columns, 1, ending).front().radices;
  passes_.length = length;
  passes_.lanes = lanes;
  passes_.columns = columns;
  passes_.groups = (columns + lanes - 1) / lanes;
  passes_.part_bits = gap_bits(columns / radices_.front(), lanes);
  passes_.work_floats = (passes_.slot_of(columns - 1) + 1) * 2 * lanes;
  make_crossing();
  make_steps();
}

void Plan::make_crossing() {
  const std::size_t lanes = passes_.lanes;
  float* to = tables_.emplace_back(passes_.groups * (lanes - 1) * 2 * lanes).data();
  passes_.crossing = to;
  for (std::size_t group = 0; group < passes_.groups; ++group) {
    for (std::size_t leg = 1; leg < lanes; ++leg, to += 2 * lanes) {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        store_turn(leg * (passes_.column_of(group) + lane), passes_.length, to[lane], to[lanes + lane]);
      }
    }
  }
}

void Plan::make_steps() {
  std::size_t left = passes_.columns;
  for (const std::size_t radix : radices_) {
    const std::size_t part = left / radix, pitch = left == passes_.columns ? passes_.slot_of(part) : part;
    float* to = tables_.emplace_back(part * (radix - 1) * 2).data();
    steps_.push_back({radix, part, pitch, to});
    for (std::size_t column = 0; column < part; ++column) {
      for (std::size_t leg = 1; leg < radix; ++leg, to += 2) store_turn(leg * column, left, to[0], to[1]);
    }
    left = part;
  }
  passes_.steps = steps_.data();
  passes_.step_count = steps_.size();
}

}  // namespace gpufft::cpu
