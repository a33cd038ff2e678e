// SPDX-License-Identifier: MIT
#include "gpufft/program/commands/commands.h"

namespace {

using namespace gpufft::program;

constexpr command_line::Command kCommands[] = {
    {"backends", "[FLAGS]", "What transforms can run on, and why not; what auto takes", run_backends},
    {"plan", "N [FLAGS]", "How a transform is done: the cheapest path of passes, and others", run_plan},
    {"bench", "[WHAT] [FLAGS]", "Speed against other libraries, in one run, in turn, on one core", run_bench},
    {"check", "[FLAGS]", "Errors against transforms in double; ends with 1 if one is over its bound", run_check},
    {"graph", "N FILE [FLAGS]", "The flow of a transform's butterflies, as SVG or PDF", run_graph},
    {"image", "IN OUT [FLAGS]", "A picture through a transform, a filter and back", run_image},
    {"radar", "[FILE] [FLAGS]", "Targets found in a scene's echoes by the range-Doppler algorithm", run_radar},
};

}  // namespace

int main(int count, char** words) {
  return command_line::run({.name = "gpufft",
                            .version = GPUFFT_VERSION,
                            .about = "the FFT engine of spectrumd on its own",
                            .commands = kCommands},
                           count, words);
}
