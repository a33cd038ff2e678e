// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>

namespace gpufft::process {

// Descriptors of a plan's process: where it finds the memory it shares with the plan's owner, and the socket.
constexpr int kMemoryDescriptor = 3, kSocketDescriptor = 4;

// A program that runs for a plan, killed when the plan goes. Its end is not waited for: a device that hangs may keep a
// process from ending. What is left of it is collected later, by those that come after it.
class Child {
 public:
  Child(const std::filesystem::path& program, int memory, int socket);  // throws DeviceError
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  pid_t pid() const { return pid_; }
  std::string how_it_ended();  // "", or " by signal 9"; for one whose socket is closed

 private:
  std::string program_;
  pid_t pid_ = -1;
};

// A program of that name next to the one that runs, or in ../lib/spectrumd.
std::optional<std::filesystem::path> program_beside(const char* name);

}  // namespace gpufft::process
