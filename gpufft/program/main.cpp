// SPDX-License-Identifier: MIT
#include "gpufft/program/commands/commands.h"

namespace {

using namespace gpufft::program;

constexpr command_line::Command kCommands[] = {
    {"backends", "[FLAGS]", "List backends and devices, why they are unavailable, and the choice of auto",
     run_backends},
    {"plan", "N [FLAGS]", "Show how a transform is done: the cheapest path of passes, and others", run_plan},
    {"bench", "[WHAT] [FLAGS]", "Compare speed with other libraries, alternating, on one core", run_bench},
    {"check", "[FLAGS]", "Check errors against transforms in double; exits with 1 if one exceeds its bound", run_check},
    {"graph", "N FILE [FLAGS]", "Draw the flow of a transform's butterflies, as SVG or PDF", run_graph},
    {"image", "IN OUT [FLAGS]", "Filter a picture in the frequency domain", run_image},
    {"radar", "[FILE] [FLAGS]", "Find targets in simulated echoes with the range-Doppler algorithm", run_radar},
};

}  // namespace

int main(int count, char** words) {
  return command_line::run({.name = "gpufft",
                            .version = GPUFFT_VERSION,
                            .about = "the FFT engine of spectrumd on its own",
                            .commands = kCommands},
                           count, words);
}
