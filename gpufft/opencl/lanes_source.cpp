// SPDX-License-Identifier: MIT
#include "gpufft/opencl/lanes_source.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "gpufft/opencl/codelets.h"
#include "gpufft/opencl/plain_kernels.h"
#include "gpufft/opencl/text.h"

namespace gpufft::opencl {
namespace {

std::size_t columns_of(const StepShape& shape) { return shape.length / shape.lanes; }
std::size_t squares_of(const StepShape& shape) { return (columns_of(shape) + shape.lanes - 1) / shape.lanes; }
std::size_t first_column(const StepShape& shape, std::size_t square) {
  return std::min(square * shape.lanes, columns_of(shape) - shape.lanes);
}

// Floats in the table from the squares' rows to those of pass `index`.
std::size_t rows_before(const StepShape& shape, std::size_t index) {
  std::size_t floats = squares_of(shape) * (shape.lanes - 1) * 2 * shape.lanes, before = 1;
  for (std::size_t pass = 1; pass < index; before *= shape.radices[pass++])
    if (pass > 1) floats += 2 * twiddles_of(shape.radices[pass]).size() * before;
  return floats;
}

void add_row(std::vector<float>& table, std::size_t count, const auto& turns) {
  for (const bool imaginary : {false, true}) {
    for (std::size_t n = 0; n < count; ++n) {
      const double angle = 2 * std::numbers::pi * turns(n);
      table.push_back(static_cast<float>(imaginary ? -std::sin(angle) : std::cos(angle)));
    }
  }
}

class LanesWriter {
 public:
  LanesWriter(const StepShape& shape, const StepEnds& ends) : shape_(shape), ends_(ends) {}

  std::string write() {
    write_head();
    add("for (uint other = 0; other < ", shape_.columns_together, "; ++other) {\n");
    add("const size_t item = get_group_id(1) * ", shape_.columns_together, " + other;\n");
    if (ends_.to_power) {
      add("for (uint turn = 0; turn < per_chain; ++turn) {\n");
      add("const size_t frame = item * per_chain + turn;\n");
    } else {
      add("{ const size_t frame = item;\n");
    }
    add("if (frame >= count) break;\n");
    write_squares();
    std::size_t before = 1;
    for (std::size_t pass = 1; pass < shape_.radices.size(); before *= shape_.radices[pass++]) write_pass(pass, before);
    add("}\n}\n}\n");
    return out_;
  }

 private:
  template <typename... Part>
  void add(const Part&... parts) {
    out_ += text(parts...);
  }

  std::size_t last() const { return shape_.radices.size() - 1; }
  std::string set(std::size_t pass) const { return text("exchange + ", (pass - 1) % 2 * 2 * columns_of(shape_)); }

  void write_head() {
    const std::size_t lanes = shape_.lanes;
    if (ends_.from_samples) add(sample_source(ends_.format, lanes));
    add("typedef float", lanes, " Real;\n#define GET(from, at) vload", lanes, "(0, (from) + (at))\n",
        "#define PUT(to, at, value) vstore", lanes, "(value, 0, (to) + (at))\n");
    add("kernel __attribute__((reqd_work_group_size(1, 1, 1)))\n");
    add("void one_step(global const ", ends_.from_samples ? "SAMPLE" : "float",
        "* restrict in, global float* restrict out, ", "global const float* restrict table,\n",
        "global const float2* restrict turns, uint count, int swapped,\n",
        "global const float* restrict window, global const float2* restrict zeros, uint hop, uint per_chain) {\n");
    add("local Real exchange[", lanes_local_floats(shape_) / lanes, "];\n");
  }

  void declare(std::size_t legs) {
    for (std::size_t n = 0; n < legs; ++n) add("Real r", n, ", i", n, ";\n");
  }

  void write_squares() {
    const std::size_t lanes = shape_.lanes, columns = columns_of(shape_);
    add("for (uint square = 0; square < ", squares_of(shape_), "; ++square) {\n");
    add("const size_t c = min(square * ", lanes, ", (uint)", columns - lanes, ");\n");
    declare(lanes);
    for (std::size_t leg = 0; leg < lanes; ++leg) {
      add("{ const size_t n = c + ", leg * columns, ";\n");
      ends_.from_samples ? read_samples(leg) : read_points(leg);
      add("}\n");
    }
    add(butterfly(lanes, {}, false));
    for (std::size_t leg = 1; leg < lanes; ++leg) {
      const Registers legs;
      add("{ global const float* row = table + (square * ", lanes - 1, " + ", leg - 1, ") * ", 2 * lanes, ";\n",
          "const Real wr = GET(row, 0), wi = GET(row, ", lanes, "), x = ", legs.re(leg), ";\n", legs.re(leg),
          " = fma(-", legs.im(leg), ", wi, x * wr); ", legs.im(leg), " = fma(", legs.im(leg), ", wr, x * wi); }\n");
    }
    for (const bool imaginary : {false, true}) turn_square(imaginary);
    add("}\n");
  }

  void read_points(std::size_t leg) {
    const std::size_t lanes = shape_.lanes;
    add("global const float* from = in + 2 * (frame * ", shape_.length, " + n);\n",
        "const Real a = GET(from, 0), b = ", "GET(from, ", lanes,
        "), x = (Real)(a.even, b.even), y = (Real)(a.odd, b.odd);\n", "r", leg, " = swapped ? y : x; i", leg,
        " = swapped ? x : y;\n");
  }

  void read_samples(std::size_t leg) {
    const std::size_t lanes = shape_.lanes;
    add("const float2 zero = zeros[frame];\nconst Real gain = GET(window, n);\n",
        "global const SAMPLE* from = in + 2 * (frame * hop + n);\n", "const SAMPLES a = GET(from, 0), b = GET(from, ",
        lanes, ");\n", "r", leg, " = (sound((SAMPLES)(a.even, b.even)) - zero.x) * gain;\n", "i", leg,
        " = (sound((SAMPLES)(a.odd, b.odd)) - zero.y) * gain;\n");
  }

  // Numbers are indexed by leg * lanes + lane: to exchange the halves of that index, its bits are rotated one at a
  // time.
  void turn_square(bool imaginary) {
    const std::size_t lanes = shape_.lanes;
    const auto bits = static_cast<std::size_t>(std::countr_zero(lanes));
    const auto name = [&](std::size_t bit, std::size_t n) {
      return bit == 0 ? text(imaginary ? "i" : "r", n) : text("turned", bit, "_", n);
    };
    add("{\n");
    for (std::size_t bit = 0; bit < bits; ++bit) {
      for (std::size_t n = 0; n < lanes; ++n) {
        const std::size_t pair = n % (lanes / 2) * 2;
        const char* const half = n < lanes / 2 ? "even" : "odd";
        add("const Real ", name(bit + 1, n), " = (Real)(", name(bit, pair), ".", half, ", ", name(bit, pair + 1), ".",
            half, ");\n");
      }
    }
    for (std::size_t n = 0; n < lanes; ++n)
      add("(", set(1), ")[c + ", n + (imaginary ? columns_of(shape_) : 0), "] = ", name(bits, n), ";\n");
    add("}\n");
  }

  void write_pass(std::size_t pass, std::size_t before) {
    const std::size_t radix = shape_.radices[pass], columns = columns_of(shape_);
    const std::size_t butterflies = columns / radix;
    add("for (uint p = 0; p < ", before, "; ++p) {\n");
    if (before > 1) read_twiddles(pass, before);
    add("for (uint q = 0; q < ", butterflies / before, "; ++q) {\nconst uint b = q * ", before, " + p;\n");
    declare(radix);
    for (std::size_t leg = 0; leg < radix; ++leg) {
      add("r", leg, " = (", set(pass), ")[b + ", leg * butterflies, "]; i", leg, " = (", set(pass), ")[b + ",
          leg * butterflies + columns, "];\n");
    }
    add(butterfly(radix, {}, before > 1));
    for (std::size_t leg = 0; leg < radix; ++leg) {
      add("{ const size_t n = q * ", before * radix, " + p + ", leg * before, ";\n");
      if (pass < last())
        add("(", set(pass + 1), ")[n] = r", leg, "; (", set(pass + 1), ")[n + ", columns, "] = i", leg, ";\n");
      else
        ends_.to_power ? fold_power(leg) : store_points(leg);
      add("}\n");
    }
    add("}\n}\n");
  }

  void read_twiddles(std::size_t pass, std::size_t before) {
    const std::size_t count = twiddles_of(shape_.radices[pass]).size();
    for (std::size_t q = 0; q < count; ++q) {
      const std::size_t at = rows_before(shape_, pass) + 2 * q * before;
      add("const Real wr", q, " = (Real)(table[", at, " + p]), wi", q, " = (Real)(table[", at + before, " + p]);\n");
    }
  }

  void store_points(std::size_t leg) {
    const std::size_t lanes = shape_.lanes;
    add("const Real x = swapped ? i", leg, " : r", leg, ", y = swapped ? r", leg, " : i", leg, ";\nReal a, b;\n",
        "a.even = x.lo; a.odd = y.lo; b.even = x.hi; b.odd = y.hi;\n", "global float* to = out + 2 * (frame * ",
        shape_.length, " + n * ", lanes, ");\nPUT(to, 0, a); PUT(to, ", lanes, ", b);\n");
  }

  // Power is accumulated in the row itself: it stays in the first cache.
  void fold_power(std::size_t leg) {
    const std::size_t length = shape_.length, lanes = shape_.lanes;
    add("global float* row = out + item * ", 3 * length, " + (n * ", lanes, " + ", length / 2, ") % ", length, ";\n",
        "Real sum = fma(r", leg, ", r", leg, ", i", leg, " * i", leg, "), greatest = sum, least = sum;\n",
        "if (turn > 0) { const Real so_far = GET(row, ", length, "), least_so_far = GET(row, ", 2 * length, ");\n",
        "greatest = sum > so_far ? sum : so_far; least = sum < least_so_far ? sum : least_so_far; ",
        "sum += GET(row, 0); }\n", "PUT(row, 0, sum); PUT(row, ", length, ", greatest); PUT(row, ", 2 * length,
        ", least);\n");
  }

  const StepShape& shape_;
  const StepEnds& ends_;
  std::string out_;
};

}  // namespace

std::string lanes_source(const StepShape& shape, const StepEnds& ends) { return LanesWriter(shape, ends).write(); }

std::vector<float> lanes_table(const StepShape& shape) {
  std::vector<float> table;
  const auto length = static_cast<double>(shape.length);
  for (std::size_t square = 0; square < squares_of(shape); ++square) {
    for (std::size_t leg = 1; leg < shape.lanes; ++leg) {
      add_row(table, shape.lanes, [&](std::size_t lane) {
        return static_cast<double>(leg * (first_column(shape, square) + lane)) / length;
      });
    }
  }
  for (std::size_t pass = 2, before = shape.radices[1]; pass < shape.radices.size(); before *= shape.radices[pass++]) {
    const std::size_t whole = before * shape.radices[pass];
    for (const auto& [times, turn] : twiddles_of(shape.radices[pass])) {
      add_row(table, before, [&, times = times, turn = turn](std::size_t p) {
        return static_cast<double>(p * times % whole) / static_cast<double>(whole) + turn;
      });
    }
  }
  return table;
}

std::size_t lanes_local_floats(const StepShape& shape) {
  const std::size_t sets = shape.radices.size() > 2 ? 2 : 1;
  return sets * 2 * shape.length;
}

}  // namespace gpufft::opencl
