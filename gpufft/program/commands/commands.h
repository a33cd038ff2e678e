// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/App.hpp>

// A command of the program is a file of its name here, which adds itself.
namespace gpufft::program {

void add_backends_command(CLI::App& app);  // what there is, why not, and what "auto" takes for a spectrum
void add_bench_command(CLI::App& app);     // speed beside other libraries
void add_check_command(CLI::App& app);     // errors against double
void add_graph_command(CLI::App& app);     // the flow of a transform as a picture
void add_image_command(CLI::App& app);     // a picture through a filter
void add_plan_command(CLI::App& app);      // how a transform is done
void add_radar_command(CLI::App& app);     // targets found in the echoes of a scene that is known

}  // namespace gpufft::program
