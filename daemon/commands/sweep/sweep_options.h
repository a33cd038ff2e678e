// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "daemon/commands/flags.h"
#include "daemon/outputs/power_survey.h"

namespace spectrumd {

// The command line of `spectrumd sweep`: every flag of rtl_power, and the long flags of spectrumd.
struct SweepOptions {
  SurveyPlan plan;
  gpufft::Window window{.shape = gpufft::Window::Shape::Rectangle};
  int interval = 10;  // seconds
  int run_time = 0;   // seconds; 0: forever
  bool single = false, peak_hold = false, compat = false, from_daemon = false;
  std::string url;  // of the daemon to query; empty: the one on this machine
  std::string file = "-";
  Flags settings;  // the flags of spectrumd
};

// Parses the arguments of `spectrumd sweep`. Throws UsageError; if help was requested, its text is the help.
SweepOptions parse_sweep_options(command_line::Arguments& arguments);

}  // namespace spectrumd
