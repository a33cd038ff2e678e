// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "qpu/emulator/machine.h"
#include "tests/qpu/hazards/hazard_free_author.h"

namespace qpu {
namespace {

constexpr int kPrograms = 200;

// The machine has its own idea of hazards and undefined reads: what the checker lets pass, it must not stop at.
TEST(MachineAndChecker, AgreeOnProgramsWithoutHazards) {
  for (int seed = 1; seed <= kPrograms; ++seed) {
    Sdram memory(1 << 16);
    std::uint32_t address = 0;
    for (const Word word : HazardFreeAuthor(seed).program()) {
      memory.store(address, low(word));
      memory.store(address + 4, high(word));
      address += kWordBytes;
    }
    Machine machine(memory);
    ASSERT_TRUE(machine.queue(0, 0));
    machine.run();
    ASSERT_FALSE(machine.fault()) << "seed " << seed << ": " << report(*machine.fault());
  }
}

}  // namespace
}  // namespace qpu
