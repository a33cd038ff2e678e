// SPDX-License-Identifier: MIT
#include "gpufft/opencl/step_source.h"

#include <algorithm>
#include <bit>

#include "gpufft/opencl/codelets.h"
#include "gpufft/opencl/plain_kernels.h"
#include "gpufft/opencl/text.h"

namespace gpufft::opencl {
namespace {

constexpr std::string_view kPairs = R"(
typedef uint Index;
typedef float Real;
#define LOAD(re, im, from, at) { const float2 pair = (from)[at]; re = pair.x; im = pair.y; }
#define STORE(to, at, re, im) (to)[at] = (float2)(re, im)
#define TWIDDLE(re, im, at, stride, p) LOAD(re, im, twiddles, (at) + (p))
#define FETCH(at) const SAMPLES pair = ((global const SAMPLES*)in)[at]; const SAMPLE sample_re = pair.x, sample_im = pair.y;
)";

constexpr std::string_view kPlanes = R"(
typedef size_t Index;
typedef float Real;
#define LOAD(re, im, from, at) { re = ((global const float*)(from))[2 * (at)]; im = ((global const float*)(from))[2 * (at) + 1]; }
#define STORE(to, at, re, im) ((global float*)(to))[2 * (at)] = (re); ((global float*)(to))[2 * (at) + 1] = (im)
#define TWIDDLE(re, im, at, stride, p) { re = ((global const float*)twiddles)[2 * (at) + (p)]; im = ((global const float*)twiddles)[2 * (at) + (stride) + (p)]; }
#define FETCH(at) const SAMPLE sample_re = in[2 * (at)], sample_im = in[2 * (at) + 1];
)";

class StepWriter {
 public:
  StepWriter(const StepShape& shape, const Style& style, const StepEnds& ends)
      : shape_(shape), style_(style), ends_(ends) {}

  std::string write() {
    write_head();
    if (ends_.to_power) add("for (uint turn = 0; turn < per_chain; ++turn) {\n");
    write_place();
    for (std::size_t pass = 0; pass < shape_.radices.size(); ++pass) write_pass(pass);
    if (ends_.to_power) {
      if (shape_.exchange == 4 && last() > 0) barrier();  // the next turn writes what may still be read
      add("}\n");
      write_rows();
    }
    add("}\n");
    return out_;
  }

 private:
  template <typename... Part>
  void add(const Part&... parts) {
    out_ += text(parts...);
  }

  bool padded_columns() const { return style_.padded && !shape_.single(); }
  std::size_t last() const { return shape_.radices.size() - 1; }
  // Results of a first step are contiguous: from its second pass on work-items go along a column.
  bool along_at(std::size_t pass) const { return !shape_.across || (!style_.vectorised && turns_round() && pass > 0); }
  bool turns_round() const { return !shape_.single() && shape_.inner * shape_.before < shape_.columns_together; }

  void write_head() {
    add(style_.vectorised ? kPlanes : kPairs);
    add("#define C ", shape_.columns_together, "\n");
    if (ends_.from_samples) add(sample_source(ends_.format));
    const std::size_t fast = shape_.across ? shape_.columns_together : shape_.items;
    add("kernel __attribute__((reqd_work_group_size(", fast, ", ", shape_.group_items() / fast, ", 1)))\n");
    add("void one_step(global const ", ends_.from_samples ? "SAMPLE" : "float2", "* restrict in, global ",
        ends_.to_power ? "float" : "float2", "* restrict out, global const float2* restrict twiddles,\n",
        "global const float2* restrict turns, uint count, int swapped,\n",
        "global const float* restrict window, global const float2* restrict zeros, uint hop, uint per_chain) {\n");
    if (const std::size_t floats = local_floats(shape_, style_)) add("local float exchange[", floats, "];\n");
    add("const Index fast = get_local_id(0), slow = get_local_id(1);\n");
    add("const Index c = ", shape_.across ? "fast" : "slow", ", t = ", shape_.across ? "slow" : "fast", ";\n");
    if (shape_.across && along_at(last())) {
      add("const Index id = slow * ", fast, " + fast, c_along = id / ", shape_.items, ", t_along = id % ", shape_.items,
          ";\n");
    }
    write_variables();
  }

  void write_variables() {
    std::size_t registers = 0;
    for (const std::size_t radix : shape_.radices) registers = std::max(registers, radix * shape_.rounds(radix));
    for (std::size_t n = 0; n < registers; ++n) add("float r", n, " = 0, i", n, " = 0;\n");
    for (std::size_t n = 0; ends_.to_power && n < shape_.radices.back() * shape_.rounds(shape_.radices.back()); ++n)
      add("float sum", n, " = 0, max", n, " = 0, min", n, " = INFINITY;\n");
  }

  // Computes which column this is, of which transform or frame, and whether there is one.
  void write_place() {
    const char* const transform = shape_.single() ? " * C + c" : "";
    if (ends_.to_power) {
      add("const Index chain = get_group_id(1)", transform, ", wanted = chain * per_chain + turn;\n",
          "const bool there = wanted < count;\nconst Index transform = there ? wanted : count - 1;\n");
    } else {
      add("const Index wanted = get_group_id(1)", transform,
          ";\nconst bool there = wanted < count;\nconst Index transform = there ? wanted : count - 1;\n");
    }
    const auto column = [this](const char* name, const char* at) {
      add("const Index ", name, " = ",
          shape_.single() ? "0"
                          : text("min((Index)(get_group_id(0) * C + ", at, "), (Index)", shape_.columns() - 1, ")"),
          ";\n");
    };
    column("column", "c");
    if (shape_.across && along_at(last())) column("column_along", "c_along");
    if (ends_.from_samples) add("float zero_re, zero_im;\nLOAD(zero_re, zero_im, zeros, transform)\n");
  }

  void write_pass(std::size_t pass) {
    const std::size_t radix = shape_.radices[pass], butterflies = shape_.length / radix;
    const char* const t = shape_.across && along_at(pass) ? "t_along" : "t";
    for (std::size_t round = 0; round < shape_.rounds(radix); ++round) {
      const bool partial = (round + 1) * shape_.items > butterflies;
      add(partial ? text("if (", t, " + ", round * shape_.items, " < ", butterflies, ") ") : std::string(), "{\n");
      add("const Index b = ", t, " + ", round * shape_.items, ";\n");
      read_legs(pass, round * radix);
      if (pass > 0) read_twiddles(pass);
      add(butterfly(radix, {round * radix}, pass > 0));
      if (pass == last()) store(pass, round * radix);
      add("}\n");
    }
    if (pass < last()) exchange(pass);
  }

  void read_legs(std::size_t pass, std::size_t first) {
    if (pass > 0) {
      if (shape_.exchange == 4) transfer(pass, first, true, true, true);
      return;
    }
    const Registers legs{first};
    if (shape_.before > 1) read_turns();
    for (std::size_t leg = 0; leg < shape_.radices[0]; ++leg) {
      if (shape_.before > 1 && leg > 0) compute_turn(leg);
      add("{ const Index at = column + (b + ", leg * shape_.leg_distance(), ") * ", shape_.columns(), ";\n");
      ends_.from_samples ? load_sample(legs.re(leg), legs.im(leg)) : load_point(legs.re(leg), legs.im(leg));
      if (shape_.before > 1) turn(legs.re(leg), legs.im(leg), leg);
      add("}\n");
    }
  }

  void load_sample(const std::string& re, const std::string& im) {
    add("const float gain = window[at];\nFETCH((size_t)transform * hop + at)\n", re,
        " = (sound(sample_re) - zero_re) * gain;\n", im, " = (sound(sample_im) - zero_im) * gain;\n");
  }

  void load_point(const std::string& re, const std::string& im) {
    add("float x, y;\nLOAD(x, y, in, transform * ", shape_.points, " + at)\n", re, " = swapped ? y : x;\n", im,
        " = swapped ? x : y;\n");
  }

  // The factor of the first leg, and those by which the others follow from it.
  void read_turns() {
    const std::size_t before = shape_.before;
    add("const Index turned = column % ", shape_.inner * before, " / ", shape_.inner, ";\n",
        "float tr0, ti0;\nLOAD(tr0, ti0, turns, b * ", before, " + turned)\n");
    for (std::size_t row = 0; std::size_t{1} << row < shape_.radices[0]; ++row) {
      add("float hr", row, ", hi", row, ";\nLOAD(hr", row, ", hi", row, ", turns, ",
          (shape_.leg_distance() + row) * before, " + turned)\n");
    }
  }

  // From that of the leg without the last bit, so that few are kept.
  void compute_turn(std::size_t leg) {
    const std::size_t from = leg & (leg - 1);
    const int row = std::countr_zero(leg);
    add("const float tr", leg, " = fma(-ti", from, ", hi", row, ", tr", from, " * hr", row, "), ti", leg, " = fma(ti",
        from, ", hr", row, ", tr", from, " * hi", row, ");\n");
  }

  void turn(const std::string& re, const std::string& im, std::size_t leg) {
    add("const float u = ", re, ";\n", re, " = fma(-", im, ", ti", leg, ", u * tr", leg, ");\n", im, " = fma(", im,
        ", tr", leg, ", u * ti", leg, ");\n");
  }

  void read_twiddles(std::size_t pass) {
    const auto [at, stride] = twiddle_rows(shape_, style_, pass);
    const std::size_t count = twiddles_of(shape_.radices[pass]).size();
    const std::size_t before = product_before(pass);
    const bool whole_row = stride != before;
    for (std::size_t q = 0; q < count; ++q) {
      add("float wr", q, ", wi", q, ";\nTWIDDLE(wr", q, ", wi", q, ", ", at + q * stride, ", ", stride, ", ",
          whole_row ? std::string("b") : text("b % ", before), ");\n");
    }
  }

  std::size_t product_before(std::size_t pass) const {
    std::size_t product = 1;
    for (std::size_t p = 0; p < pass; ++p) product *= shape_.radices[p];
    return product;
  }

  // The index of result `leg` of a butterfly.
  std::string result_place(std::size_t pass, std::size_t leg) const {
    const std::size_t before = product_before(pass), radix = shape_.radices[pass];
    if (before == 1) return text("b * ", radix, " + ", leg);
    if (pass == last()) return text("b + ", leg * before);
    return text("b / ", before, " * ", before * radix, " + b % ", before, " + ", leg * before);
  }

  // Moves one round between registers and local memory: what pass `pass` reads (or wrote).
  void transfer(std::size_t pass, std::size_t first, bool reads, bool re, bool im) {
    const Registers legs{first};
    const std::size_t radix = shape_.radices[pass], plane = local_floats(shape_, style_) / shape_.exchange;
    const std::size_t half = shape_.exchange == 4 && (reads ? pass - 1 : pass) % 2 == 1 ? 2 * plane : 0;
    const char* const c = shape_.across && along_at(pass) ? "c_along" : "c";
    for (std::size_t leg = 0; leg < radix; ++leg) {
      const std::string place = reads ? text("b + ", leg * (shape_.length / radix)) : result_place(pass, leg);
      add("{ const Index n = ", place, ", at = ", local_place(c), ";\n");
      const auto move = [&](const std::string& name, std::size_t offset) {
        const std::string cell = text("exchange[", half + offset, " + at]");
        reads ? add(name, " = ", cell, ";\n") : add(cell, " = ", name, ";\n");
      };
      if (re) move(legs.re(leg), 0);
      if (im) move(legs.im(leg), shape_.exchange == 1 ? 0 : plane);
      add("}\n");
    }
  }

  std::string local_place(const char* c) const {
    if (shape_.single() && !shape_.across) {
      return style_.padded ? text(c, " * ", shape_.length + shape_.length / 16, " + n + n / 16")
                           : text(c, " * ", shape_.length, " + n");
    }
    return text("n * ", shape_.columns_together + (padded_columns() ? 1 : 0), " + ", c);
  }

  void transfer_rounds(std::size_t pass, bool reads, bool re, bool im) {
    const std::size_t radix = shape_.radices[pass], butterflies = shape_.length / radix;
    const char* const t = shape_.across && along_at(pass) ? "t_along" : "t";
    for (std::size_t round = 0; round < shape_.rounds(radix); ++round) {
      const bool partial = (round + 1) * shape_.items > butterflies;
      add(partial ? text("if (", t, " + ", round * shape_.items, " < ", butterflies, ") ") : std::string(),
          "{ const Index b = ", t, " + ", round * shape_.items, ";\n");
      transfer(pass, round * radix, reads, re, im);
      add("}\n");
    }
  }

  void barrier() { add("barrier(CLK_LOCAL_MEM_FENCE);\n"); }

  // The results of a pass become the legs of the next.
  void exchange(std::size_t pass) {
    if (shape_.exchange == 1) {
      for (const bool re : {true, false}) {
        transfer_rounds(pass, false, re, !re);
        barrier();
        transfer_rounds(pass + 1, true, re, !re);
        barrier();
      }
      return;
    }
    transfer_rounds(pass, false, true, true);
    barrier();
    if (shape_.exchange == 4) return;  // the next pass reads them itself
    transfer_rounds(pass + 1, true, true, true);
    if (pass + 1 < last() || ends_.to_power) barrier();
  }

  void store(std::size_t pass, std::size_t first) {
    const Registers legs{first};
    for (std::size_t leg = 0; leg < shape_.radices[pass]; ++leg) {
      const std::string re = legs.re(leg), im = legs.im(leg);
      if (ends_.to_power) {
        const std::size_t n = first + leg;
        add("if (there) { const float power = fma(", re, ", ", re, ", ", im, " * ", im, "); sum", n, " += power; max",
            n, " = power > max", n, " ? power : max", n, "; min", n, " = power < min", n, " ? power : min", n, "; }\n");
      } else {
        add("if (", there(pass), ") { const Index k = ", result_place(pass, leg), ", at = ", point_place(pass),
            "; STORE(out, at, swapped ? ", im, " : ", re, ", swapped ? ", re, " : ", im, "); }\n");
      }
    }
  }

  std::string column_of(std::size_t pass) const { return shape_.across && along_at(pass) ? "column_along" : "column"; }
  std::string there(std::size_t pass) const {
    if (shape_.single() || shape_.columns() % shape_.columns_together == 0) return "there";
    return text("there && get_group_id(0) * C + ", shape_.across && along_at(pass) ? "c_along" : "c", " < ",
                shape_.columns());
  }

  // The index of bin k of the column, in Stockham's order.
  std::string bin_place(std::size_t pass) const {
    const std::size_t before = shape_.inner * shape_.before;
    if (shape_.single()) return "k";
    const std::string column = column_of(pass);
    return text(column, " / ", before, " * ", before * shape_.length, " + ", column, " % ", before, " + k * ", before);
  }
  std::string point_place(std::size_t pass) const {
    return text("transform * ", shape_.points, " + ", bin_place(pass));
  }

  void write_rows() {
    const std::size_t radix = shape_.radices.back();
    add("const Index chain = get_group_id(1)", shape_.single() ? " * C + c" : "", ";\n");
    add("const bool there = ", shape_.single() ? "(size_t)chain * per_chain < count" : "true", ";\n");
    add("const Index column = ", shape_.single() ? "0" : "get_group_id(0) * C + c", ";\n");
    for (std::size_t round = 0; round < shape_.rounds(radix); ++round) {
      add("if (", there(last()), " && t + ", round * shape_.items, " < ", shape_.length / radix,
          ") { const Index b = t + ", round * shape_.items, ";\n");
      for (std::size_t leg = 0; leg < radix; ++leg) {
        const std::size_t n = round * radix + leg;
        add("{ const Index k = ", result_place(last(), leg), ", bin = ", bin_place(last()), ", at = chain * ",
            3 * shape_.points, " + (bin + ", shape_.points / 2, ") % ", shape_.points, ";\n", "out[at] = sum", n,
            "; out[at + ", shape_.points, "] = max", n, "; out[at + ", 2 * shape_.points, "] = min", n, "; }\n");
      }
      add("}\n");
    }
  }

  const StepShape& shape_;
  const Style& style_;
  const StepEnds& ends_;
  std::string out_;
};

}  // namespace

std::string step_source(const StepShape& shape, const Style& style, const StepEnds& ends) {
  return StepWriter(shape, style, ends).write();
}

}  // namespace gpufft::opencl
