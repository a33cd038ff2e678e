// SPDX-License-Identifier: MIT
#include "gpufft/cpu/costs.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>

#include "gpufft/cpu/device.h"
#include "gpufft/planning/stopwatch.h"
#include "gpufft/tables/aligned_floats.h"

namespace gpufft::cpu {
namespace {

std::string this_processor() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  return processor_name(cpuinfo);
}

double nanoseconds_per_vector(const Kernels& kernels, const Step& step, std::size_t vectors, float* work) {
  constexpr std::size_t kVectorsATime = 1 << 14;
  const std::size_t part = step.radix * step.part, calls = std::max<std::size_t>(1, kVectorsATime / part);
  const double seconds = least_seconds(7, [&] {
    for (std::size_t call = 0; call < calls; ++call) {
      const std::size_t at = call * part % vectors;  // parts of one transform follow each other
      kernels.step(step, work + (at + part <= vectors ? at : 0) * 2 * kernels.lanes);
    }
  });
  return 1e9 * seconds / static_cast<double>(calls * part);
}

}  // namespace

Wisdom& wisdom() {
  static Wisdom& known = wisdom_of("cpu", this_processor());
  return known;
}

void learn_step(Wisdom& wisdom, const Target& target, std::size_t lanes, std::size_t radix, std::size_t part,
                double nanoseconds) {
  wisdom.learn(key_of(target.name, lanes, radix, part), nanoseconds);
}

StepCost step_cost(const Wisdom& wisdom, const Target& target, std::size_t lanes) {
  return [&wisdom, name = target.name, lanes](std::size_t radix, std::size_t part) {
    return wisdom.cost(key_of(name, lanes, radix, part)).value_or(std::numeric_limits<double>::infinity());
  };
}

std::vector<Route> routes(const Wisdom& wisdom, const Target& target, std::size_t lanes, std::size_t columns,
                          std::size_t count, Ending ending) {
  auto known = cheapest_routes(columns, with_ending(step_cost(wisdom, target, lanes), ending, columns), count);
  std::erase_if(known, [](const Route& route) { return std::isinf(route.cost); });
  return known.empty() ? cheapest_routes(columns, with_ending(modelled_cost, ending, columns), count) : known;
}

void learn_way(Wisdom& wisdom, const Target& target, std::string_view way, std::size_t length, double nanoseconds) {
  wisdom.learn(key_of(target.name, way, length), nanoseconds);
}

std::optional<double> way_cost(const Wisdom& wisdom, const Target& target, std::string_view way, std::size_t length) {
  return wisdom.cost(key_of(target.name, way, length));
}

// All memory is zero, twiddle factors too: arithmetic takes the same time with any numbers except denormals.
void measure_steps(const Target& target, const Kernels& kernels, std::size_t columns, Wisdom& wisdom) {
  const AlignedFloats twiddles(2 * columns);
  AlignedFloats work(2 * kernels.lanes * columns);
  for (std::size_t left = columns; left > 1; --left) {
    if (columns % left != 0) continue;
    for (const std::size_t radix : kRadices) {
      if (left % radix != 0) continue;
      const Step step{radix, left / radix, left / radix, twiddles.data()};
      learn_step(wisdom, target, kernels.lanes, radix, left / radix,
                 nanoseconds_per_vector(kernels, step, columns, work.data()));
    }
  }
}

}  // namespace gpufft::cpu
