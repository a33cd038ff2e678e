// SPDX-License-Identifier: MIT
#pragma once

#include "command_line/program.h"

// The commands of the program, each in the file of its name.
namespace gpufft::program {

// Lists backends, why they are unavailable, and the choice of "auto" for a spectrum.
int run_backends(command_line::Arguments& arguments);
int run_bench(command_line::Arguments& arguments);  // compares speed with other libraries
int run_check(command_line::Arguments& arguments);  // checks errors against double
int run_graph(command_line::Arguments& arguments);  // draws the flow of a transform
int run_image(command_line::Arguments& arguments);  // filters a picture
int run_plan(command_line::Arguments& arguments);   // shows how a transform is done
int run_radar(command_line::Arguments& arguments);  // finds targets in the echoes of a known scene

}  // namespace gpufft::program
