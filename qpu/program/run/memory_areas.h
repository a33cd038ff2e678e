// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "qpu/emulator/sdram.h"

namespace qpu {

class RunError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Named pieces of the modelled SDRAM, a page or more apart from each other, where uniforms can point.
class MemoryAreas {
 public:
  struct Area {
    std::string name;
    std::uint32_t address;
    std::vector<std::byte> contents;  // at the start
  };

  // Bus addresses begin with the alias of the board; the lowest megabyte is left out, so that null points nowhere.
  explicit MemoryAreas(std::uint32_t alias);

  // NAME=BYTES, NAME=BYTES:count, NAME=BYTES:ramp, NAME=FILE. Throws RunError.
  void add(const std::string& description);
  std::uint32_t place(std::string name, std::vector<std::byte> contents);
  const Area& named(std::string_view name) const;

  // "@in+64", "0x20", "-3", "1.5", "%q", "%n" as the word a QPU gets. Throws RunError.
  std::uint32_t word(const std::string& text, int qpu, int qpus) const;

  std::size_t bytes() const { return next_ - kFirst; }
  static constexpr std::uint32_t kFirst = 0x100000;
  void load(Sdram& memory) const;

 private:
  std::uint32_t alias_, next_ = kFirst;
  std::vector<Area> areas_;
};

}  // namespace qpu
