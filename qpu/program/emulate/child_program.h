// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace qpu {

// Why a program cannot be run, with the exit status a shell would give (126, 127).
class CannotRun : public std::runtime_error {
 public:
  CannotRun(const std::string& text, int status) : std::runtime_error(text), exit_status(status) {}
  int exit_status;
};

// The libraries that make a program meet the emulated board, next to this program or in ../lib/spectrumd.
struct PreloadLibraries {
  std::filesystem::path preload;
  // Of another architecture: then it is not for this machine's loader but for that of the program under qemu-user.
  bool under_qemu = false;
};
PreloadLibraries find_libraries(const std::string& chosen);  // empty: this machine's; throws CannotRun

// Where the shell would find it. Throws CannotRun for what is not there or what no preloaded library can reach: static
// and setuid programs, and those of another architecture.
std::filesystem::path find_program(const std::string& name, const PreloadLibraries& libraries);

// Starts it in the session, with the signals a shell would leave it. Throws std::system_error.
pid_t start(const std::filesystem::path& program, const std::vector<std::string>& arguments,
            const std::filesystem::path& session, const PreloadLibraries& libraries);

}  // namespace qpu
