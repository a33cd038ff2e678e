// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace gpufft {

// The process that drives the QPUs for others, who then need no access to the device. It runs the kernels that are
// built in and nothing else, for whoever may connect to its socket: the directory of the socket says who may. A hanging
// device makes it hang, and nobody else.
struct QpuHelperOptions {
  std::filesystem::path socket;
  std::filesystem::path handle_log;  // what GPU memory a killed helper held, for the next one to give back
  std::string device = "real";
  std::function<void()> ready;                  // called once it listens
  std::function<void(const std::string&)> log;  // what happens, for people
};

// Serves until there is something to read from `stop`. Throws DeviceError if it cannot listen; a device that cannot be
// used is told to those who ask for it.
void run_qpu_helper(const QpuHelperOptions& options, int stop);

}  // namespace gpufft
