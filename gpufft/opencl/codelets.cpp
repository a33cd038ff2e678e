// SPDX-License-Identifier: MIT
#include "gpufft/opencl/codelets.h"

#include <bit>
#include <cmath>
#include <iomanip>
#include <numbers>

#include "gpufft/opencl/text.h"

namespace gpufft::opencl {
namespace {

std::string number(double value) { return text(std::scientific, std::setprecision(9), "(Real)(", value, "f)"); }

struct Factor {
  std::string re, im;  // names or numbers
};
std::string minus(const std::string& value) { return value.starts_with('-') ? value.substr(1) : "-" + value; }

Factor constant(double turns) {
  return {number(std::cos(2 * std::numbers::pi * turns)), number(-std::sin(2 * std::numbers::pi * turns))};
}
Factor loaded(std::size_t n) { return {text("wr", n), text("wi", n)}; }
Factor times_minus_i(const Factor& factor) { return {factor.im, minus(factor.re)}; }

using Point = Factor;

std::string sum_and_difference(const Point& a, const Point& b) {
  return text("{ const Real x = ", a.re, ", y = ", a.im, "; ", a.re, " = x + ", b.re, "; ", a.im, " = y + ", b.im, "; ",
              b.re, " = x - ", b.re, "; ", b.im, " = y - ", b.im, "; }\n");
}

// a + (-i) b and a - (-i) b
std::string sum_and_difference_turned(const Point& a, const Point& b) {
  return text("{ const Real x = ", a.re, ", y = ", a.im, ", u = ", b.re, "; ", a.re, " = x + ", b.im, "; ", b.re,
              " = x - ", b.im, "; ", a.im, " = y - u; ", b.im, " = y + u; }\n");
}

// a + w b and a - w b = 2 a - (a + w b)
std::string fused(const Point& a, const Point& b, const Factor& w) {
  return text("{ const Real x = fma(", minus(w.im), ", ", b.im, ", fma(", w.re, ", ", b.re, ", ", a.re, ")), y = fma(",
              w.im, ", ", b.re, ", fma(", w.re, ", ", b.im, ", ", a.im, ")); ", b.re, " = fma((Real)(2.0f), ", a.re,
              ", -x); ", b.im, " = fma((Real)(2.0f), ", a.im, ", -y); ", a.re, " = x; ", a.im, " = y; }\n");
}

std::string multiply(const Point& a, const Factor& w) {
  return text("{ const Real x = ", a.re, "; ", a.re, " = fma(-", a.im, ", ", w.im, ", x * ", w.re, "); ", a.im,
              " = fma(", a.im, ", ", w.re, ", x * ", w.im, "); }\n");
}

std::size_t reversed(std::size_t n, std::size_t bits) {
  std::size_t result = 0;
  for (std::size_t bit = 0; bit < bits; ++bit) result |= (n >> bit & 1) << (bits - 1 - bit);
  return result;
}

// Exchanges pairs of registers, which puts the results in natural order.
std::string reverse_bits(std::size_t radix, Registers legs) {
  std::string out;
  const auto bits = static_cast<std::size_t>(std::countr_zero(radix));
  for (std::size_t n = 0; n < radix; ++n) {
    const std::size_t other = reversed(n, bits);
    if (other <= n) continue;
    for (const auto& [a, b] : {std::pair(legs.re(n), legs.re(other)), std::pair(legs.im(n), legs.im(other))}) {
      out += text("{ const Real x = ", a, "; ", a, " = ", b, "; ", b, " = x; }\n");
    }
  }
  return out;
}

// A butterfly of the level that makes transforms of `size` points: factor W_size^j, times the leg's twiddle.
std::string two_points(const Point& a, const Point& b, std::size_t size, std::size_t j, bool twiddled,
                       std::size_t first_twiddle) {
  const std::size_t quarter = size / 4;
  const bool turned = size >= 4 && j >= quarter;
  if (twiddled) {
    const Factor w = loaded(first_twiddle + (turned ? j - quarter : j));
    return fused(a, b, turned ? times_minus_i(w) : w);
  }
  if (j == 0) return sum_and_difference(a, b);
  if (turned && j == quarter) return sum_and_difference_turned(a, b);
  return fused(a, b, constant(static_cast<double>(j) / static_cast<double>(size)));
}

std::string power_of_two(std::size_t radix, Registers legs, bool twiddled) {
  std::string out = reverse_bits(radix, legs);
  for (std::size_t size = 2, twiddle = 0; size <= radix; twiddle += std::max<std::size_t>(1, size / 4), size *= 2) {
    for (std::size_t start = 0; start < radix; start += size) {
      for (std::size_t j = 0; j < size / 2; ++j) {
        const std::size_t a = start + j, b = a + size / 2;
        out += two_points({legs.re(a), legs.im(a)}, {legs.re(b), legs.im(b)}, size, j, twiddled, twiddle);
      }
    }
  }
  return out;
}

// 3 to 15: legs k and radix - k make a sum and a difference; every bin is the first leg plus a few of those, scaled.
std::string odd(std::size_t radix, Registers legs) {
  std::string out = "{\n";
  const std::size_t half = radix / 2;
  for (std::size_t k = 1; k <= half; ++k) {
    for (const auto& [part, leg] : {std::pair("r", &Registers::re), std::pair("i", &Registers::im)}) {
      const std::string a = (legs.*leg)(k), b = (legs.*leg)(radix - k);
      out += text("const Real s", part, k, " = ", a, " + ", b, ", d", part, k, " = ", a, " - ", b, ";\n");
    }
  }
  for (std::size_t k = 1; k <= half; ++k) {
    std::string middle_re = legs.re(0), middle_im = legs.im(0), side_re, side_im;
    for (std::size_t n = 1; n <= half; ++n) {
      const double angle = 2 * std::numbers::pi * static_cast<double>(k * n % radix) / static_cast<double>(radix);
      const std::string cosine = number(std::cos(angle)), sine = number(std::sin(angle));
      middle_re = text("fma(", cosine, ", sr", n, ", ", middle_re, ")");
      middle_im = text("fma(", cosine, ", si", n, ", ", middle_im, ")");
      side_re = n == 1 ? text(sine, " * di", n) : text("fma(", sine, ", di", n, ", ", side_re, ")");
      side_im = n == 1 ? text(sine, " * dr", n) : text("fma(", sine, ", dr", n, ", ", side_im, ")");
    }
    out += text("const Real mr", k, " = ", middle_re, ", mi", k, " = ", middle_im, ", ur", k, " = ", side_re, ", ui", k,
                " = ", side_im, ";\n");
  }
  for (std::size_t k = 1; k <= half; ++k) {
    out += text(legs.re(0), " += sr", k, "; ", legs.im(0), " += si", k, ";\n");
    out += text(legs.re(k), " = mr", k, " + ur", k, "; ", legs.im(k), " = mi", k, " - ui", k, ";\n");
    out += text(legs.re(radix - k), " = mr", k, " - ur", k, "; ", legs.im(radix - k), " = mi", k, " + ui", k, ";\n");
  }
  return out + "}\n";
}

}  // namespace

std::vector<Twiddle> twiddles_of(std::size_t radix) {
  std::vector<Twiddle> twiddles;
  if (!std::has_single_bit(radix)) {
    for (std::size_t leg = 1; leg < radix; ++leg) twiddles.push_back({leg, 0});
    return twiddles;
  }
  for (std::size_t size = 2; size <= radix; size *= 2) {
    for (std::size_t j = 0; j < std::max<std::size_t>(1, size / 4); ++j) {
      twiddles.push_back({radix / size, static_cast<double>(j) / static_cast<double>(size)});
    }
  }
  return twiddles;
}

std::string butterfly(std::size_t radix, Registers legs, bool twiddled) {
  if (std::has_single_bit(radix)) return power_of_two(radix, legs, twiddled);
  std::string out;
  for (std::size_t leg = 1; twiddled && leg < radix; ++leg) {
    out += multiply({legs.re(leg), legs.im(leg)}, loaded(leg - 1));
  }
  return out + odd(radix, legs);
}

}  // namespace gpufft::opencl
