// SPDX-License-Identifier: MIT
#include "gpufft/opencl/step_shape.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "gpufft/opencl/codelets.h"

namespace gpufft::opencl {
namespace {

// exp(-2 pi i turns)
void add_turn(double turns, std::vector<float>& re, std::vector<float>& im) {
  const double angle = 2 * std::numbers::pi * turns;
  re.push_back(static_cast<float>(std::cos(angle)));
  im.push_back(static_cast<float>(-std::sin(angle)));
}

std::size_t product_before(const StepShape& shape, std::size_t index) {
  std::size_t product = 1;
  for (std::size_t pass = 0; pass < index; ++pass) product *= shape.radices[pass];
  return product;
}

// Positions in a row: as many as there are butterflies if that avoids a remainder.
std::size_t row_length(const StepShape& shape, const Style& style, std::size_t index) {
  const bool unrolled = style.vectorised && !shape.across;
  return unrolled ? shape.length / shape.radices[index] : product_before(shape, index);
}

std::vector<float> interleaved(const std::vector<float>& re, const std::vector<float>& im) {
  std::vector<float> pairs;
  for (std::size_t n = 0; n < re.size(); ++n) pairs.insert(pairs.end(), {re[n], im[n]});
  return pairs;
}

}  // namespace

TwiddleRows twiddle_rows(const StepShape& shape, const Style& style, std::size_t index) {
  std::size_t at = 0;
  for (std::size_t pass = 1; pass < index; ++pass) {
    at += twiddles_of(shape.radices[pass]).size() * row_length(shape, style, pass);
  }
  return {at, row_length(shape, style, index)};
}

std::vector<float> twiddle_table(const StepShape& shape, const Style& style) {
  std::vector<float> table;
  for (std::size_t pass = 1; pass < shape.radices.size(); ++pass) {
    const std::size_t before = product_before(shape, pass), whole = before * shape.radices[pass];
    for (const auto& [times, turn] : twiddles_of(shape.radices[pass])) {
      std::vector<float> re, im;
      for (std::size_t n = 0; n < row_length(shape, style, pass); ++n) {
        const auto exponent = static_cast<double>(n % before * times % whole);
        add_turn(exponent / static_cast<double>(whole) + turn, re, im);
      }
      const auto row = style.vectorised ? (re.insert(re.end(), im.begin(), im.end()), re) : interleaved(re, im);
      table.insert(table.end(), row.begin(), row.end());
    }
  }
  if (table.empty()) table.assign(2, 0);  // a buffer has at least a byte
  return table;
}

std::vector<float> turn_table(const StepShape& shape) {
  if (shape.before == 1) return {1, 0};  // nothing is turned, but a buffer has at least a byte
  const std::size_t whole = shape.before * shape.length;
  std::vector<float> re, im;
  const auto add_row = [&](std::size_t n) {
    for (std::size_t column = 0; column < shape.before; ++column)
      add_turn(static_cast<double>(column * n % whole) / static_cast<double>(whole), re, im);
  };
  for (std::size_t n = 0; n < shape.leg_distance(); ++n) add_row(n);
  for (std::size_t legs = 1; legs < shape.radices.front(); legs *= 2) add_row(legs * shape.leg_distance());
  return interleaved(re, im);
}

std::size_t local_floats(const StepShape& shape, const Style& style) {
  if (shape.radices.size() < 2) return 0;
  const std::size_t pitch = style.padded ? shape.length + shape.length / 16 : shape.length;
  const std::size_t column_pitch = shape.columns_together + (style.padded && !shape.single() ? 1 : 0);
  return shape.exchange *
         (shape.single() && !shape.across ? pitch * shape.columns_together : shape.length * column_pitch);
}

}  // namespace gpufft::opencl
