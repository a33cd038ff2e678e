// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace qpu {

// One instruction of the QPU: 64 bits, in memory the low word first (reference section 2.1).
using Word = std::uint64_t;

constexpr Word make_word(std::uint32_t lo, std::uint32_t hi) { return Word{hi} << 32 | lo; }
constexpr std::uint32_t low(Word word) { return static_cast<std::uint32_t>(word); }
constexpr std::uint32_t high(Word word) { return static_cast<std::uint32_t>(word >> 32); }

inline constexpr Word kNop = make_word(0x009e7000, 0x100009e7);
inline constexpr std::uint32_t kWordBytes = 8;
inline constexpr int kLanes = 16;
inline constexpr int kBranchDelaySlots = 3;
inline constexpr std::uint32_t kBranchBase = 32;  // a relative target counts from the word after the delay slots

// Bits 63:60. For the other three codes see Kind.
enum class Signal : std::uint8_t {
  Breakpoint,
  None,
  ThreadSwitch,
  ThreadEnd,
  ScoreboardWait,
  ScoreboardDone,
  LastThreadSwitch,
  LoadCoverage,
  LoadColour,
  LoadColourAndEnd,
  LoadTmu0,
  LoadTmu1,
  LoadAlphaMask,
};

enum class Kind : std::uint8_t {
  Alu,
  AluSmallImmediate,
  LoadImmediate,
  LoadPerLaneSigned,
  LoadPerLaneUnsigned,
  Semaphore,
  Branch
};

enum class Condition : std::uint8_t {
  Never,
  Always,
  ZeroSet,
  ZeroClear,
  NegativeSet,
  NegativeClear,
  CarrySet,
  CarryClear
};

// Over all sixteen lanes.
enum class BranchCondition : std::uint8_t {
  AllZeroSet,
  AllZeroClear,
  AnyZeroSet,
  AnyZeroClear,
  AllNegativeSet,
  AllNegativeClear,
  AnyNegativeSet,
  AnyNegativeClear,
  AllCarrySet,
  AllCarryClear,
  AnyCarrySet,
  AnyCarryClear,
  Always = 15,
};

enum class AddOp : std::uint8_t {
  Nop,
  Fadd,
  Fsub,
  Fmin,
  Fmax,
  Fminabs,
  Fmaxabs,
  Ftoi,
  Itof,
  Add = 12,
  Sub,
  Shr,
  Asr,
  Ror,
  Shl,
  Min,
  Max,
  And,
  Or,
  Xor,
  Not,
  Clz,
  V8adds = 30,
  V8subs,
};

enum class MulOp : std::uint8_t { Nop, Fmul, Mul24, V8muld, V8min, V8max, V8adds, V8subs };

enum class Mux : std::uint8_t { R0, R1, R2, R3, R4, R5, A, B };

enum class Unpack : std::uint8_t { None, Half0, Half1, ReplicateByte3, Byte0, Byte1, Byte2, Byte3 };

// With pm set only None, Replicate and Byte0 to Byte3 have a meaning.
enum class Pack : std::uint8_t {
  None,
  Half0,
  Half1,
  Replicate,
  Byte0,
  Byte1,
  Byte2,
  Byte3,
  Saturate32,
  SaturateHalf0,
  SaturateHalf1,
  SaturateReplicate,
  SaturateByte0,
  SaturateByte1,
  SaturateByte2,
  SaturateByte3,
};

// Reads and writes 0 to 31 are the register files; the rest of the map (reference 2.8) has names in registers.h.
inline constexpr std::uint8_t kNowhere = 39;

// The fields of a word. Those a kind does not have keep their defaults.
struct Instruction {
  Kind kind = Kind::Alu;
  Signal signal = Signal::None;  // Alu only
  bool pm = false;
  Unpack unpack = Unpack::None;  // Alu, AluSmallImmediate
  Pack pack = Pack::None;
  Condition add_condition = Condition::Never, mul_condition = Condition::Never;
  bool set_flags = false;
  bool write_swap = false;  // ADD writes register file B, MUL writes A
  std::uint8_t add_write = kNowhere, mul_write = kNowhere;

  // Alu, AluSmallImmediate
  AddOp add_op = AddOp::Nop;
  MulOp mul_op = MulOp::Nop;
  std::uint8_t read_a = kNowhere;
  std::uint8_t read_b = kNowhere;  // or the code of the small immediate
  Mux add_a = Mux::R0, add_b = Mux::R0, mul_a = Mux::R0, mul_b = Mux::R0;

  std::uint32_t immediate = 0;  // LoadImmediate, LoadPerLane..., Semaphore (bit 4 acquires, 3:0 which), Branch

  // Branch
  BranchCondition branch_condition = BranchCondition::Always;
  bool relative = false;
  bool with_register = false;        // adds branch_register to the target
  std::uint8_t branch_register = 0;  // ra0 to ra31

  friend bool operator==(const Instruction&, const Instruction&) = default;
};

// A move of r0 to r3 to itself, which changes nothing. Some programs end with words of two.
bool add_keeps(const Instruction& instruction);
bool mul_keeps(const Instruction& instruction);

// encode(decode(word)) == word for every word that sets no reserved bits of its kind.
Instruction decode(Word word);
Word encode(const Instruction& instruction);

}  // namespace qpu
