// SPDX-License-Identifier: MIT
#pragma once

#include "command_line/program.h"

// The commands of the program, each in the file of its name.
namespace gpufft::program {

int run_backends(command_line::Arguments& arguments);  // what there is, why not, and what "auto" takes for a spectrum
int run_bench(command_line::Arguments& arguments);     // speed next to other libraries
int run_check(command_line::Arguments& arguments);     // errors against double
int run_graph(command_line::Arguments& arguments);     // the flow of a transform as a picture
int run_image(command_line::Arguments& arguments);     // a picture through a filter
int run_plan(command_line::Arguments& arguments);      // how a transform is done
int run_radar(command_line::Arguments& arguments);     // targets found in the echoes of a scene that is known

}  // namespace gpufft::program
