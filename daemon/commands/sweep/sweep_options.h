// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "daemon/commands/flags.h"
#include "daemon/outputs/power_survey.h"

namespace spectrumd {

// `spectrumd sweep`, typed as rtl_power is: every flag of it, and the long flags of spectrumd.
struct SweepOptions {
  SurveyPlan plan;
  gpufft::Window window{.shape = gpufft::Window::Shape::Rectangle};
  int interval = 10;  // seconds
  int run_time = 0;   // seconds; 0: for ever
  bool single = false, peak_hold = false, compat = false, from_daemon = false;
  std::string url;  // of the daemon to be asked; empty: the one on this machine
  std::string file = "-";
  Flags settings;  // what is not rtl_power's own, as spectrumd's flags
};

// Reads what is typed after `spectrumd sweep`. Throws UsageError, whose text is the help where that is asked for.
SweepOptions parse_sweep_options(command_line::Arguments& arguments);

}  // namespace spectrumd
