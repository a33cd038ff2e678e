// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gpufft/demos/graph/structure.h"

namespace gpufft::program {

// Where the wires of a stage lie.
enum class FlowStyle {
  Classic,   // where the previous stage left them: wings grow with every stage
  Practical  // permuted after each codelet, so that the wires of a codelet are adjacent
};

// A small transform of the values on its wires, each first turned by exp(-2 pi i twiddle / length).
struct Butterfly {
  std::vector<std::uint32_t> wires, twiddles;
};

// All butterflies of one radix, which use every wire once.
struct Stage {
  std::size_t codelet = 0;  // index of the one it is part of
  std::size_t block = 1;    // wires spanned by one copy of this codelet so far
  std::vector<Butterfly> butterflies;
  std::vector<std::uint32_t> twist;  // by wire: where it goes after the stage; empty: straight on
};

// A decimation-in-time transform as it is drawn: from x in digit-reversed order to X in natural order.
struct FlowGraph {
  std::size_t length = 0;
  std::vector<std::uint32_t> input;  // by wire: which x enters
  std::vector<Stage> stages;
};

// The radices of the structure multiply to the length. Throws PlanError for lengths over kLongestGraph.
FlowGraph flow_graph(std::size_t length, const Structure& structure, FlowStyle style);

}  // namespace gpufft::program
