// SPDX-License-Identifier: MIT
#include "gpufft/cpu/plan.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

#include "gpufft/cpu/costs.h"

namespace gpufft::cpu {
namespace {

// exp(-2 pi i turns / of)
void store_turn(std::size_t turns, std::size_t of, float& re, float& im) {
  const double angle = 2 * std::numbers::pi * static_cast<double>(turns % of) / static_cast<double>(of);
  re = static_cast<float>(std::cos(angle));
  im = static_cast<float>(-std::sin(angle));
}

struct Shape {
  const Kernels* kernels;
  const Kernels::Crossing* crossing;
  double cost;
};

// Infinite if it is not possible. A square needs as many columns as lanes, except that masks can do its last rows.
double cost_of(const Kernels& kernels, std::size_t legs, std::size_t length, Ending ending) {
  constexpr double kCrossing = 3.5, kShortCrossing = 5.2, kMaskedCrossing = 7,
                   kImpossible = std::numeric_limits<double>::infinity();
  const std::size_t lanes = kernels.lanes, columns = length / legs;
  const bool masked = legs != lanes && lanes >= 8 && 2 * columns >= lanes;
  if (length % legs != 0 || columns < 2 || (columns < lanes && !masked)) return kImpossible;
  const auto routes = cheapest_routes(columns, with_ending(modelled_cost, ending, columns));
  if (routes.empty()) return kImpossible;
  const std::size_t groups = (columns + lanes - 1) / lanes;
  const double crossing = columns < lanes ? kMaskedCrossing : legs < lanes ? kShortCrossing : kCrossing;
  return crossing * static_cast<double>(groups * lanes) + routes.front().cost * static_cast<double>(columns);
}

// Points that fill vectors of half the width are done two transforms at a time (pair_plan.h) in a batch, which is worth
// a slightly higher cost for a single one.
double worth_of(const Target& target, const Kernels& kernels, std::size_t legs, Ending ending) {
  const bool pairs = ending == Ending::InPoints && legs == kernels.lanes && kernels.lanes >= 4 &&
                     target.kernels.front().lanes > kernels.lanes;
  return pairs ? 0.85 : 1;
}

// Powers are folded with full vectors only.
Shape shape_for(const Target& target, std::size_t length, Ending ending) {
  Shape best{nullptr, nullptr, std::numeric_limits<double>::infinity()};
  for (const Kernels& kernels : target.kernels) {
    for (const auto& crossing : kernels.crossings) {
      if (ending == Ending::InPower && crossing.legs != kernels.lanes) continue;
      const double cost =
          cost_of(kernels, crossing.legs, length, ending) * worth_of(target, kernels, crossing.legs, ending);
      if (cost < best.cost) best = {&kernels, &crossing, cost};
    }
  }
  return best;
}

// Vectors a power of two apart compete for the same cache lines; from this many on they get a gap.
constexpr std::size_t kWidestWithoutGap = 8;

unsigned gap_bits(std::size_t part, std::size_t lanes) {
  constexpr unsigned kNoGap = 63;
  const bool wanted = std::has_single_bit(part) && part > kWidestWithoutGap && part >= lanes;
  return wanted ? static_cast<unsigned>(std::countr_zero(part)) : kNoGap;
}

}  // namespace

bool Plan::supports(std::size_t length) { return length > 1 && !cheapest_routes(length, modelled_cost).empty(); }

double Plan::cost_on(const Target& target, std::size_t length) {
  return shape_for(target, length, Ending::InPoints).cost;
}

bool Plan::folds_well(const Target& target, std::size_t length) {
  if (!supports(length)) return false;
  return shape_for(target, length, Ending::InPower).crossing->legs > 1 ||
         shape_for(target, length, Ending::InPoints).crossing->legs == 1;
}

Plan::Plan(const Target& target, std::size_t length, Ending ending) {
  const Shape shape = shape_for(target, length, ending);
  kernels_ = shape.kernels;
  crossing_ = shape.crossing;
  passes_.length = length;
  passes_.legs = crossing_->legs;
  choose_steps(target, ending);
  make_crossing();
  make_steps();
}

Plan::Plan(const Target& target, const Kernels& kernels, std::size_t length) : kernels_(&kernels) {
  passes_.length = length;
  passes_.legs = 1;
  choose_steps(target, Ending::InPoints);
  make_steps();
}

void Plan::choose_steps(const Target& target, Ending ending) {
  const std::size_t lanes = kernels_->lanes, columns = passes_.length / passes_.legs;
  radices_ = routes(wisdom(), target, lanes, columns, 1, ending).front().radices;
  passes_.lanes = lanes;
  passes_.columns = columns;
  passes_.groups = (columns + lanes - 1) / lanes;
  passes_.part_bits = gap_bits(columns / radices_.front(), lanes);
  passes_.work_floats = (passes_.slot_of(columns - 1) + 1) * 2 * lanes;
}

void Plan::make_crossing() {
  const std::size_t lanes = passes_.lanes;
  float* to = tables_.emplace_back(passes_.groups * (passes_.legs - 1) * 2 * lanes).data();
  passes_.crossing = to;
  for (std::size_t group = 0; group < passes_.groups; ++group) {
    for (std::size_t leg = 1; leg < passes_.legs; ++leg, to += 2 * lanes) {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        store_turn(leg * (passes_.column_of(group) + lane), passes_.length, to[lane], to[lanes + lane]);
      }
    }
  }
}

void Plan::make_steps() {
  constexpr std::size_t kReadBeyond = 2;  // floats, as factors are loaded in vectors of four
  std::size_t left = passes_.columns;
  for (const std::size_t radix : radices_) {
    const std::size_t part = left / radix, pitch = left == passes_.columns ? passes_.slot_of(part) : part;
    float* to = tables_.emplace_back(part * (radix - 1) * 2 + kReadBeyond).data();
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
