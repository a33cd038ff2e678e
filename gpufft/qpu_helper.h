// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace gpufft {

// The process that drives the QPUs for others, which then need no access to the device. It runs only the built-in
// kernels, for every client that can connect to its socket: the permissions of the socket's directory decide who can.
// If the device hangs, only this process hangs.
struct QpuHelperOptions {
  std::filesystem::path socket;
  std::filesystem::path handle_log;  // records GPU memory, so that the next helper releases what a killed one held
  std::string device = "real";
  std::function<void()> ready;                  // called once, when it listens
  std::function<void(const std::string&)> log;  // called with one line of text for a person per event
};

// Serves on the calling thread until the descriptor `stop`, which it does not own, becomes readable. Throws DeviceError
// if it cannot listen. A device that cannot be used is reported to the clients and the log instead.
void run_qpu_helper(const QpuHelperOptions& options, int stop);

}  // namespace gpufft
