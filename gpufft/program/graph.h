// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/App.hpp>

namespace gpufft::program {

// gpufft graph: the flow of a transform as a picture.
void add_graph_command(CLI::App& app);

}  // namespace gpufft::program
