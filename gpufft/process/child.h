// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>

namespace gpufft::process {

// Descriptors of a plan's process: the memory it shares with the plan's owner, and the socket.
constexpr int kMemoryDescriptor = 3, kSocketDescriptor = 4;

// A program that runs for one plan and is killed with it. The destructor does not wait for its end, as a hanging device
// may keep a process from ending; children started later collect what is left.
class Child {
 public:
  Child(const std::filesystem::path& program, int memory, int socket);  // throws DeviceError
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  pid_t pid() const { return pid_; }
  std::string how_it_ended();  // "", or " by signal 9"; call it once the socket is closed

 private:
  std::string program_;
  pid_t pid_ = -1;
};

// The path of a program of that name next to the running one, or in ../lib/spectrumd.
std::optional<std::filesystem::path> program_next_to(const char* name);

}  // namespace gpufft::process
