// SPDX-License-Identifier: MIT
#include "gpufft/demos/graph/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace gpufft::program {
namespace {

constexpr double kPitch = 12, kTallestPage = 14000;  // PDF readers support up to 14400
constexpr double kMargin = 24, kTwiddleSpace = 18, kGap = 6;
constexpr double kNarrowest = 24, kWidest = 600;  // width of a stage; in between, wings have this slope:
constexpr double kSlope = 0.5;
constexpr std::size_t kMostWings = 16;  // a larger butterfly is a box: its wings would be a black square

double width_of(std::size_t span, double pitch) {
  return std::clamp(kSlope * pitch * static_cast<double>(span), std::min(kNarrowest, 4 * pitch), kWidest);
}

std::size_t span_of(const Stage& stage) {
  const auto& wires = stage.butterflies.front().wires;
  return wires.back() - wires.front();
}

std::size_t twist_span(const Stage& stage) {
  std::size_t longest = 0;
  for (std::size_t wire = 0; wire < stage.twist.size(); ++wire)
    longest = std::max(longest, wire > stage.twist[wire] ? wire - stage.twist[wire] : stage.twist[wire] - wire);
  return longest;
}

// "x(6) 110": the binary digits show the reversal or rotation.
std::string input_label(std::size_t ordinal, std::size_t wire, std::size_t length) {
  if (!std::has_single_bit(length)) return fmt::format("x({})", ordinal);
  return fmt::format("x({}) {:0{}b}", ordinal, wire, std::bit_width(length - 1));
}

class Drawing {
 public:
  Drawing(const FlowGraph& graph, const PictureLayout& layout, Canvas& canvas)
      : graph_(graph), layout_(layout), canvas_(canvas), text_height_(0.6 * layout.pitch) {}

  void draw() {
    labels();
    for (std::size_t i = 0; i < graph_.stages.size(); ++i) codelets(i);
    for (std::size_t i = 0; i < graph_.stages.size(); ++i) wires(i);
    for (std::size_t i = 0; i < graph_.stages.size(); ++i)
      for (const Butterfly& butterfly : graph_.stages[i].butterflies) this->butterfly(butterfly, i);
    for (std::size_t i = 0; i < graph_.stages.size(); ++i)
      for (const Butterfly& butterfly : graph_.stages[i].butterflies) twiddles(butterfly, i);
  }

 private:
  double y(std::size_t wire) const { return layout_.top + layout_.pitch * static_cast<double>(wire); }
  double wings(std::size_t stage) const { return layout_.stage_begin[stage] + twiddle_space(); }
  double twiddle_space() const { return kTwiddleSpace * layout_.pitch / kPitch; }
  double next(std::size_t stage) const {
    return stage + 1 < graph_.stages.size() ? layout_.stage_begin[stage + 1] : layout_.end;
  }

  void labels() {
    for (std::size_t wire = 0; wire < graph_.length; ++wire) {
      const double baseline = y(wire) + 0.35 * text_height_;
      canvas_.text({layout_.stage_begin.front() - 0.3 * layout_.pitch, baseline}, text_height_,
                   input_label(graph_.input[wire], wire, graph_.length), Align::Right, Ink::Label);
      canvas_.text({layout_.end + 0.3 * layout_.pitch, baseline}, text_height_, fmt::format("X({})", wire), Align::Left,
                   Ink::Label);
    }
  }

  // A background behind each copy of a codelet whose wires are adjacent.
  void codelets(std::size_t last) {
    const Stage& stage = graph_.stages[last];
    if (stage.twist.empty()) return;
    std::size_t first = last;
    while (first > 0 && graph_.stages[first - 1].codelet == stage.codelet) --first;
    for (std::size_t wire = 0; wire < graph_.length; wire += stage.block)
      canvas_.box({layout_.stage_begin[first], y(wire) - 0.35 * layout_.pitch},
                  {layout_.stage_end[last], y(wire + stage.block - 1) + 0.35 * layout_.pitch}, Ink::Codelet);
  }

  void wires(std::size_t stage) {
    const auto& twist = graph_.stages[stage].twist;
    for (std::size_t wire = 0; wire < graph_.length; ++wire)
      canvas_.line({layout_.stage_begin[stage], y(wire)}, {wings(stage), y(wire)}, Ink::Wire);
    for (std::size_t wire = 0; wire < graph_.length; ++wire)
      canvas_.line({layout_.stage_end[stage], y(wire)}, {next(stage), y(twist.empty() ? wire : twist[wire])},
                   twist.empty() ? Ink::Wire : Ink::Twist);
  }

  void butterfly(const Butterfly& butterfly, std::size_t stage) {
    const double left = wings(stage), right = layout_.stage_end[stage];
    if (butterfly.wires.size() > kMostWings) return box(butterfly, left, right);
    for (const std::uint32_t from : butterfly.wires)
      for (const std::uint32_t to : butterfly.wires) canvas_.line({left, y(from)}, {right, y(to)}, Ink::Wing);
  }

  void box(const Butterfly& butterfly, double left, double right) {
    const double top = y(butterfly.wires.front()), bottom = y(butterfly.wires.back());
    for (const std::uint32_t wire : butterfly.wires) canvas_.line({left, y(wire)}, {right, y(wire)}, Ink::Wing);
    canvas_.line({left, top}, {left, bottom}, Ink::Wing);
    canvas_.line({right, top}, {right, bottom}, Ink::Wing);
    canvas_.text({(left + right) / 2, (top + bottom) / 2 - 0.2 * layout_.pitch}, text_height_,
                 fmt::format("DFT {}", butterfly.wires.size()), Align::Center, Ink::Label);
  }

  void twiddles(const Butterfly& butterfly, std::size_t stage) {
    for (std::size_t i = 0; i < butterfly.wires.size(); ++i)
      if (butterfly.twiddles[i] != 0)
        canvas_.text({wings(stage) - 0.1 * layout_.pitch, y(butterfly.wires[i]) - 0.1 * layout_.pitch},
                     0.75 * text_height_, fmt::format("{}", butterfly.twiddles[i]), Align::Right, Ink::Twiddle);
  }

  const FlowGraph& graph_;
  const PictureLayout& layout_;
  Canvas& canvas_;
  double text_height_;
};

}  // namespace

PictureLayout layout_of(const FlowGraph& graph) {
  PictureLayout layout;
  layout.pitch = std::min(kPitch, kTallestPage / static_cast<double>(graph.length));
  layout.top = kMargin;
  const double scale = layout.pitch / kPitch;
  double x = kMargin + scale * 90;  // for labels
  for (const Stage& stage : graph.stages) {
    layout.stage_begin.push_back(x);
    x += scale * kTwiddleSpace + width_of(span_of(stage), layout.pitch);
    layout.stage_end.push_back(x);
    x += stage.twist.empty() ? scale * kGap : width_of(twist_span(stage), layout.pitch);
  }
  layout.end = x;
  layout.size = {x + scale * 50 + kMargin, layout.top + layout.pitch * static_cast<double>(graph.length - 1) + kMargin};
  return layout;
}

void draw(const FlowGraph& graph, const PictureLayout& layout, Canvas& canvas) {
  Drawing(graph, layout, canvas).draw();
}

}  // namespace gpufft::program
