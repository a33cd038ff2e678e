// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "qpu/emulator/alu.h"
#include "qpu/instruction.h"

namespace qpu {

// All operands of instructions lie in one row of values, the bank of a QPU, so that an operand is
// an index: both register files, the accumulators, what the two ports and the unpacker of r4 deliver, constants, and
// the values of registers before the last instruction (kEarly, two of them).
namespace bank {
inline constexpr std::uint8_t kFileA = 0, kFileB = 32, kR0 = 64, kR4 = 68, kR5 = 69, kPortA = 70, kPortB = 71,
                              kUnpackedR4 = 72, kElementNumber = 73, kQpuNumber = 74, kEarly = 75,
                              kSmallImmediates = 77;
inline constexpr int kSize = kSmallImmediates + 64;
}  // namespace bank

// A set of writable registers: a bit per register of both files, and a bit per accumulator, then the flags.
struct RegisterSet {
  std::uint64_t files = 0;
  std::uint8_t accumulators = 0;
  static constexpr std::uint8_t kFlags = 1 << 6;

  bool meets(const RegisterSet& other) const {
    return ((files & other.files) | (accumulators & other.accumulators)) != 0;
  }
  bool within(const RegisterSet& other) const {
    return ((files & ~other.files) | static_cast<std::uint64_t>(accumulators & ~other.accumulators)) == 0;
  }
  void add(const RegisterSet& other) {
    files |= other.files;
    accumulators |= other.accumulators;
  }
  void add(std::uint8_t bank_index);
};

// Where a result goes.
struct Target {
  enum class Kind : std::uint8_t { Nowhere, Bank, R5Quad, R5Replicated, Io };
  Kind kind = Kind::Nowhere;
  std::uint8_t index = 0;    // of the bank
  std::uint8_t address = 0;  // as written in the word
  bool space_b = false;
  bool packs = false;     // register file A with a pack, or MUL with a colour pack
  bool plain = false;     // the bank, always, in all lanes and as it is
  bool is_float = false;  // whether a pack converts from float
};

// A decoded word: decoded once, executed often.
struct Decoded {
  enum Trait : std::uint32_t {
    Shared = 1 << 0,     // touches shared state: must be executed in the order of time
    Waits = 1 << 1,      // may have to wait for something
    Ports = 1 << 2,      // a port delivers something other than a plain register
    Rotates = 1 << 3,    //
    Io = 1 << 4,         // a target is an I/O register or r5
    Signals = 1 << 5,    //
    Special = 1 << 6,    // not an ALU word: immediate, semaphore, branch
    Undefined = 1 << 7,  // an opcode the reference reserves
    Ends = 1 << 8,       // carries thrend
    Links = 1 << 9,      // a branch
    UsesR4 = 1 << 10,    // reads r4 or has it written by a signal or the SFU
  };

  Word word = 0;
  std::uint32_t address = 1;  // no word is there
  std::uint32_t traits = 0;
  Instruction instruction;
  LaneOperation add = nullptr, mul = nullptr;
  std::uint8_t add_a = 0, add_b = 0, mul_a = 0, mul_b = 0;  // bank indices
  std::uint8_t latch_a = 0, latch_b = 0;                    // the value a port keeps; kNoLatch: none
  Target add_target, mul_target;
  RegisterSet reads, writes;
  RegisterSet rotated;           // accumulators that must not be rotated right after a write
  bool unpack_to_float = false;  // some ALU wants port A as a float
  bool flags_from_mul = false;
  std::uint32_t immediate_lanes[kLanes];  // LoadImmediate and its like

  static constexpr std::uint8_t kNoLatch = 255;
  bool has(std::uint32_t trait) const { return (traits & trait) != 0; }
};

Decoded decoded(Word word, std::uint32_t address);

}  // namespace qpu
