// SPDX-License-Identifier: MIT
#include "gpufft/demos/graph/flow_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "gpufft/backend.h"

namespace gpufft::program {
namespace {

// The digits of a wire's ordinal, lowest first, are those of its x, highest first.
std::vector<std::uint32_t> reversed_digits(std::size_t length, const Structure& structure) {
  std::vector<std::uint32_t> input(length);
  for (std::size_t wire = 0; wire < length; ++wire) {
    std::size_t digits = wire, weight = length, ordinal = 0;
    for (const Codelet& codelet : structure) {
      for (const std::size_t radix : codelet) {
        weight /= radix;
        ordinal += digits % radix * weight;
        digits /= radix;
      }
    }
    input[wire] = static_cast<std::uint32_t>(ordinal);
  }
  return input;
}

// Adds stage by stage. `done` is the length of the transforms that the stages so far compute.
class Builder {
 public:
  Builder(std::size_t length, FlowStyle style) : length_(length), style_(style), place_(length) {
    std::iota(place_.begin(), place_.end(), std::uint32_t{0});
  }

  Stage stage(std::size_t codelet, std::size_t radix) {
    Stage stage{.codelet = codelet, .block = block_ *= radix};
    for (std::size_t group = 0; group < length_; group += done_ * radix)
      for (std::size_t offset = 0; offset < done_; ++offset)
        stage.butterflies.push_back(butterfly(group + offset, offset, radix));
    done_ *= radix;
    return stage;
  }

  // A circular shift of the ordinals' digits by those of the codelet just done. Each shift brings the digits of the
  // next codelet down to the lowest places; the last one puts all digits where they belong.
  void twist(Stage& stage, std::size_t codelet_points) {
    if (style_ == FlowStyle::Classic) return;
    block_ = 1;
    stage.twist.resize(length_);
    const auto shifted = [&](std::size_t wire) {
      return static_cast<std::uint32_t>(wire % codelet_points * (length_ / codelet_points) + wire / codelet_points);
    };
    for (std::size_t wire = 0; wire < length_; ++wire) stage.twist[wire] = shifted(wire);
    for (std::uint32_t& wire : place_) wire = shifted(wire);
  }

 private:
  Butterfly butterfly(std::size_t first, std::size_t offset, std::size_t radix) const {
    Butterfly butterfly;
    for (std::size_t wing = 0; wing < radix; ++wing) {
      butterfly.wires.push_back(place_[first + wing * done_]);
      butterfly.twiddles.push_back(static_cast<std::uint32_t>(offset * wing * (length_ / (done_ * radix))));
    }
    return butterfly;
  }

  std::size_t length_;
  FlowStyle style_;
  std::vector<std::uint32_t> place_;  // for each wire of the classic graph
  std::size_t done_ = 1, block_ = 1;
};

}  // namespace

FlowGraph flow_graph(std::size_t length, const Structure& structure, FlowStyle style) {
  if (length < 2 || length > kLongestGraph)
    throw PlanError(fmt::format("cannot draw a graph of {} points; expected 2 to {}", length, kLongestGraph));
  FlowGraph graph{.length = length, .input = reversed_digits(length, structure), .stages = {}};
  Builder builder(length, style);
  for (std::size_t codelet = 0; codelet < structure.size(); ++codelet) {
    for (const std::size_t radix : structure[codelet]) graph.stages.push_back(builder.stage(codelet, radix));
    if (structure.size() > 1) builder.twist(graph.stages.back(), points(structure[codelet]));
  }
  return graph;
}

}  // namespace gpufft::program
