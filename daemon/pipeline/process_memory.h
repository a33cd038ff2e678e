// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "daemon/pipeline/workload.h"

namespace spectrumd {

// How much memory this process may take, and how much it has.
class ProcessMemory {
 public:
  struct Limit {
    std::uint64_t bytes = 0;
    std::string name;  // for people: "memory.high of /system.slice/spectrumd.service"
  };

  // `root` has proc and sys in it. `machine_bytes` of memory are in the machine; 0 asks the kernel.
  explicit ProcessMemory(std::filesystem::path root = "/", std::uint64_t machine_bytes = 0);

  // The least of what the control group of this process and those around it allow, with a reserve below limits that
  // kill, and of what one program should take of the machine.
  Limit limit() const;

  // Of this process alone: what it has allocated, without files and shared memory.
  std::uint64_t used() const;

 private:
  std::filesystem::path root_;
  std::uint64_t machine_bytes_;
};

// What a transform takes on the processor, with the rows that are made of it: measured. To plan it, trials included,
// takes less.
std::uint64_t memory_of(const Workload& work);

}  // namespace spectrumd
