// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <exception>

#include "gpufft/program/commands/commands.h"

namespace {

int run(int argc, char** argv) {
  CLI::App app("The FFT engine of spectrumd on its own");
  app.set_version_flag("--version", GPUFFT_VERSION);
  app.require_subcommand(1);
  gpufft::program::add_backends_command(app);
  gpufft::program::add_plan_command(app);
  gpufft::program::add_bench_command(app);
  gpufft::program::add_check_command(app);
  gpufft::program::add_graph_command(app);
  gpufft::program::add_image_command(app);
  gpufft::program::add_radar_command(app);
  CLI11_PARSE(app, argc, argv);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "gpufft: {}\n", error.what());
    return 1;
  }
}
