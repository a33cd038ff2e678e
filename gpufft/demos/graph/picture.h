// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/demos/graph/canvas.h"
#include "gpufft/demos/graph/flow_graph.h"

namespace gpufft::program {

// The positions of everything on the page.
struct PictureLayout {
  double pitch = 0;                 // from one wire to the next
  double top = 0;                   // of the first wire
  std::vector<double> stage_begin;  // x of each stage
  std::vector<double> stage_end;    // and of its outputs, where the twist to the next stage begins
  double end = 0;                   // of the last wire
  Spot size;
};

PictureLayout layout_of(const FlowGraph& graph);
void draw(const FlowGraph& graph, const PictureLayout& layout, Canvas& canvas);

}  // namespace gpufft::program
