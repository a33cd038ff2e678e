// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gpufft/demos/graph/structure.h"

namespace gpufft::program {

// Where the wires of a stage lie.
enum class FlowStyle {
  Classic,   // where the stage before left them: wings grow with every stage
  Practical  // twisted after each codelet, so that what belongs to a codelet lies side by side
};

// A small transform of what comes on its wires, each first turned by exp(-2 pi i twiddle / length).
struct Butterfly {
  std::vector<std::uint32_t> wires, twiddles;
};

// All butterflies of one radix, which touch every wire once.
struct Stage {
  std::size_t codelet = 0;  // that it is part of
  std::size_t block = 1;    // wires that one copy of this codelet touches so far, from the first to the last
  std::vector<Butterfly> butterflies;
  std::vector<std::uint32_t> twist;  // by wire: where it goes after the stage; empty: straight on
};

// A decimation-in-time transform as it is drawn: from x in the order of the digits reversed to X in natural order.
struct FlowGraph {
  std::size_t length = 0;
  std::vector<std::uint32_t> input;  // by wire: which x comes in
  std::vector<Stage> stages;
};

// Throws PlanError for lengths over kLongestGraph. The structure's radices multiply to the length.
FlowGraph flow_graph(std::size_t length, const Structure& structure, FlowStyle style);

}  // namespace gpufft::program
