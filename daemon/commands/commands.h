// SPDX-License-Identifier: MIT
#pragma once

#include "command_line/arguments.h"

// The commands of the program, each in the file of its name. They return the exit status.
namespace spectrumd {

// Receives and serves until a signal arrives. SIGHUP reloads the configuration.
int run_serve(command_line::Arguments& arguments);

int run_record(command_line::Arguments& arguments);
int run_channel(command_line::Arguments& arguments);

// Writes the file format of rtl_power from any source, or from the rows of a running daemon if that has the stick.
// Returns the exit status of rtl_power: 0 also after a signal, 1 if there are no samples.
int run_sweep(command_line::Arguments& arguments);

// Writes a recording as SigMF, WAV or raw samples.
int run_convert(command_line::Arguments& arguments);

int run_devices(command_line::Arguments& arguments);
int run_doctor(command_line::Arguments& arguments);
int run_history(command_line::Arguments& arguments);
int run_fleet(command_line::Arguments& arguments);
int run_hub(command_line::Arguments& arguments);
int run_user(command_line::Arguments& arguments);
int run_check_config(command_line::Arguments& arguments);

// The process that drives the QPUs. The daemon itself needs no access to them.
int run_qpu_helper(command_line::Arguments& arguments);

}  // namespace spectrumd
