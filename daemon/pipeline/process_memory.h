// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "daemon/pipeline/workload.h"

namespace spectrumd {

// Memory limit and memory use of this process. Any thread; reads files of the kernel.
class ProcessMemory {
 public:
  struct Limit {
    std::uint64_t bytes = 0;
    std::string name;  // for display: "memory.high of /system.slice/spectrumd.service"
  };

  // `root` contains proc and sys. `machine_bytes`: memory of the machine; 0 asks the kernel.
  explicit ProcessMemory(std::filesystem::path root = "/", std::uint64_t machine_bytes = 0);

  // The lowest of the limits of the control groups of this process, with a reserve below limits that kill, and the
  // share of the machine that one program should use.
  Limit limit() const;

  // Memory allocated by this process, without files and shared memory.
  std::uint64_t used() const;

 private:
  std::filesystem::path root_;
  std::uint64_t machine_bytes_;
};

// Measured memory of a transform on the processor with the rows made from it. Planning it, including trials, takes
// less.
std::uint64_t memory_of(const Workload& work);

}  // namespace spectrumd
