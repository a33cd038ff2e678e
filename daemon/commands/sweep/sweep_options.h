// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "daemon/commands/command_line.h"
#include "daemon/outputs/power_survey.h"

namespace spectrumd {

// What rtl_power ends with 1 for. Programs that call it look at that.
struct SweepUsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// `spectrumd sweep`, typed as rtl_power is: every flag of it, and the long flags of spectrumd.
struct SweepOptions {
  SurveyPlan plan;
  gpufft::Window window{.shape = gpufft::Window::Shape::Rectangle};
  int interval = 10;  // seconds
  int run_time = 0;   // seconds; 0: for ever
  bool single = false, peak_hold = false, compat = false, from_daemon = false;
  std::string url;  // of the daemon to be asked; empty: the one on this machine
  std::string file = "-";
  CommandLine settings;  // what is not rtl_power's own, as spectrumd's flags
};

// The arguments behind `spectrumd sweep`. Throws SweepUsageError or CommandLineError.
SweepOptions parse_sweep_options(int count, char** arguments);
std::string sweep_help();

}  // namespace spectrumd
