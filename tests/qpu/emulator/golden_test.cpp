// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/qpu/emulator/bench_top.h"

// The vectors captured on hardware (reference appendix B), each through encoded words.
namespace qpu {
namespace {

using namespace words;

struct Vector {
  std::uint32_t a, b, result;
  const char* flags;  // z, n, c; null where the reference calls them invalid
};
struct Golden {
  AddOp add = AddOp::Nop;
  MulOp mul = MulOp::Nop;
  std::vector<Vector> vectors;
};

const std::vector<Golden> kGolden = {
    {AddOp::Fadd,
     MulOp::Nop,
     {{0x3f800000, 0x90000000, 0x3f7fffff, "c"},
      {0xbf800000, 0x70000000, 0x6fffffff, "c"},
      {0x7fffffff, 0xffffffff, 0xff800000, "n"},
      {0xffffffff, 0x7fffffff, 0x7f800000, "c"},
      {0x7fffffff, 0xbf800000, 0x7f800000, "c"},
      {0x80000000, 0x80000000, 0x00000000, "z"},
      {0x00000001, 0x3f800000, 0x3f800000, "c"},
      {0x70000000, 0xf0000000, 0x00000000, "z"},
      {0xf0000000, 0x90000000, 0xf0000000, "n"},
      {0x90000000, 0x90000000, 0x90800000, "n"},
      {0x40000000, 0xf0000000, 0xefffffff, "n"},
      {0x70000000, 0xbf800000, 0x6fffffff, "c"}}},
    {AddOp::Fsub,
     MulOp::Nop,
     {{0x3f800000, 0x70000000, 0xefffffff, "n"},
      {0x7fffffff, 0x7fffffff, 0xff800000, "n"},
      {0x80000000, 0x7fffffff, 0xff800000, "n"},
      {0x3f800000, 0x90000000, 0x3f800000, "c"},
      {0xbf800000, 0x90000000, 0xbf7fffff, "n"},
      {0x00000080, 0x00000001, 0x00000000, "z"}}},
    {AddOp::Nop,
     MulOp::Fmul,
     {{0x7fffffff, 0x00000000, 0x00000000},
      {0x70000000, 0x70000000, 0x7f800000},
      {0x70000000, 0x90000000, 0xc0800000},
      {0x90000000, 0x90000000, 0x00000000},
      {0xf0000000, 0x70000000, 0xff800000},
      {0x7fffffff, 0xbf800000, 0xff800000},
      {0xbf800000, 0xbf800000, 0x3f800000},
      {0x80000000, 0xbf800000, 0x00000000},
      {0x00007fff, 0x70000000, 0x00000000}}},
    {AddOp::Fmin,
     MulOp::Nop,
     {{0x80000000, 0x00000000, 0x80000000, "n"},
      {0x00000000, 0x80000000, 0x00000000, "z"},
      {0x7fffffff, 0x3f800000, 0x3f800000, "c"},
      {0xffffffff, 0xbf800000, 0xffffffff, "n"},
      {0x00000001, 0x0000007f, 0x00000001, ""}}},
    {AddOp::Fmax,
     MulOp::Nop,
     {{0x80000000, 0x00000000, 0x00000000, "z"},
      {0x7fffffff, 0x70000000, 0x7fffffff, "c"},
      {0xffffffff, 0xf0000000, 0xf0000000, "n"}}},
    {AddOp::Fminabs, MulOp::Nop, {{0xbf800000, 0x40000000, 0x3f800000, ""}, {0x80000000, 0x3f800000, 0, "z"}}},
    {AddOp::Fmaxabs,
     MulOp::Nop,
     {{0xbf800000, 0x3f800000, 0x3f800000, ""},
      {0xf0000000, 0x40000000, 0x70000000, "c"},
      {0x7fffffff, 0xffffffff, 0x7fffffff, ""}}},
    {AddOp::Ftoi,
     MulOp::Nop,
     {{0x3f800000, 0, 1, ""},
      {0xbf800000, 0, 0xffffffff, "n"},
      {0x40000000, 0, 2, ""},
      {0x70000000, 0, 0, "z"},
      {0xf0000000, 0, 0, "z"},
      {0x7fffffff, 0, 0, "z"}}},
    {AddOp::Itof,
     MulOp::Nop,
     {{0x7fffffff, 0, 0x4effffff, "c"},
      {0x80000000, 0, 0xcf000000, "n"},
      {0xffffffff, 0, 0xbf800000, "n"},
      {0x00007fff, 0, 0x46fffe00, "c"},
      {0, 0, 0, "z"},
      {0x3f800000, 0, 0x4e7e0000, "c"},
      {0xbf800000, 0, 0xce810000, "n"}}},
    {AddOp::Add,
     MulOp::Nop,
     {{0x7fffffff, 1, 0x80000000, "n"},
      {0xffffffff, 1, 0, "cz"},
      {0x80000000, 0x80000000, 0, "cz"},
      {0xffffffff, 0x80000000, 0x7fffffff, "c"}}},
    {AddOp::Sub,
     MulOp::Nop,
     {{0, 1, 0xffffffff, "nc"},
      {0x80000000, 1, 0x7fffffff, ""},
      {0x7fffffff, 0xffffffff, 0x80000000, "nc"},
      {1, 1, 0, "z"}}},
    {AddOp::Min, MulOp::Nop, {{0x80000000, 1, 0x80000000, "n"}, {1, 0x80000000, 0x80000000, "nc"}}},
    {AddOp::Max, MulOp::Nop, {{0x80000000, 1, 1, ""}, {1, 0x80000000, 1, "c"}}},
    {AddOp::Shr,
     MulOp::Nop,
     {{0x80000000, 0x7fffffff, 1, ""},
      {0x80000000, 1, 0x40000000, ""},
      {1, 1, 0, "cz"},
      {0xffffffff, 0x7f, 1, "c"},
      {0xffffffff, 0, 0xffffffff, "n"}}},
    {AddOp::Asr, MulOp::Nop, {{0x80000000, 1, 0xc0000000, "n"}, {1, 1, 0, "cz"}}},
    {AddOp::Shl,
     MulOp::Nop,
     {{0x80000000, 1, 0, "cz"},
      {1, 0xffffffff, 0x80000000, "n"},
      {0xffffffff, 0x80, 0xffffffff, "n"},
      {0xf0000000, 1, 0xe0000000, "nc"}}},
    {AddOp::Ror, MulOp::Nop, {{1, 1, 0x80000000, "n"}, {0x80000000, 0x7f, 1, ""}}},
    {AddOp::Not, MulOp::Nop, {{0, 0, 0xffffffff, "n"}}},
    {AddOp::Clz, MulOp::Nop, {{0, 0, 0x20, ""}, {1, 0, 0x1f, ""}, {0x80000000, 0, 0, "z"}, {0x7fff, 0, 0x11, ""}}},
    {AddOp::Nop,
     MulOp::Mul24,
     {{0xffffffff, 0xffffffff, 0xfe000001},
      {0x80000000, 0x7fffffff, 0},
      {0x8000, 0x8000, 0x40000000},
      {0x3f800000, 0x80, 0x40000000}}},
    {AddOp::V8adds, MulOp::V8adds, {{0x80000000, 0x80000000, 0xff000000}, {0x3f800000, 0xbf800000, 0xfeff0000}}},
    {AddOp::V8subs,
     MulOp::V8subs,
     {{0, 1, 0}, {0x7fffffff, 0x3f800000, 0x407fffff}, {0x40000000, 0x3f800000, 0x01000000}}},
    {AddOp::Nop,
     MulOp::V8muld,
     {{0x7fffffff, 0x7fffffff, 0x3fffffff},
      {0xffffffff, 0x00000080, 0x00000080},
      {0x3f800000, 0xbf800000, 0x2f400000}}},
};

// Rows of the VPM: the result, then 1 where Z, N, C is set.
std::vector<Instruction> program_for(const Vector& v, Instruction operation) {
  return {ldi_b(write::kVwSetupB, kWriteRows),
          ldi(write::kR0, v.a),
          ldi(write::kR1, v.b),
          flagged(operation),
          ldi(write::kVpm, 0),
          move(write::kVpm, Mux::R2),
          ldi(write::kR3, 0),
          when(Condition::ZeroSet, ldi(write::kR3, 1)),
          move(write::kVpm, Mux::R3),
          ldi(write::kR3, 0),
          when(Condition::NegativeSet, ldi(write::kR3, 1)),
          move(write::kVpm, Mux::R3),
          ldi(write::kR3, 0),
          when(Condition::CarrySet, ldi(write::kR3, 1)),
          move(write::kVpm, Mux::R3)};
}

void expect_golden(const Vector& v, const Instruction& operation, const std::string& name) {
  const std::string what = fmt::format("{} {:08x}, {:08x}", name, v.a, v.b);
  BenchTop top;
  ASSERT_EQ(top.run(program_for(v, operation)), Machine::End::Idle) << top.fault_text();
  for (const int lane : {0, 7, 15}) {
    EXPECT_EQ(fmt::format("{:08x}", top.machine.vpm_word(1, lane)), fmt::format("{:08x}", v.result)) << what;
    if (v.flags == nullptr) continue;
    const std::string flags = v.flags;
    EXPECT_EQ(top.machine.vpm_word(2, lane), flags.find('z') != std::string::npos) << what;
    EXPECT_EQ(top.machine.vpm_word(3, lane), flags.find('n') != std::string::npos) << what;
    EXPECT_EQ(top.machine.vpm_word(4, lane), flags.find('c') != std::string::npos) << what;
  }
}

TEST(GoldenVectors, ComeOutBitForBitOnEveryAluThatHasTheOperation) {
  for (const Golden& golden : kGolden)
    for (const Vector& v : golden.vectors) {
      if (golden.add != AddOp::Nop)
        expect_golden(v, add(golden.add, write::kR2, Mux::R0, Mux::R1), fmt::format("add {}", int(golden.add)));
      Vector without_flags = v;
      without_flags.flags = nullptr;
      if (golden.mul != MulOp::Nop)
        expect_golden(without_flags, mul(golden.mul, write::kR2, Mux::R0, Mux::R1),
                      fmt::format("mul {}", int(golden.mul)));
    }
}

struct PackVector {
  Instruction operation;
  std::uint32_t a, b;
  Pack pack;
  std::uint32_t expected;  // what is written, alone, over zeros
};

Instruction with(AddOp op) { return add(op, 5, Mux::R0, Mux::R1); }

const std::vector<PackVector> kPacks = {
    {with(AddOp::Add), 0x7fff, 0x8000, Pack::Half0, 0xffff},
    {with(AddOp::Add), 0x7fff, 0x8000, Pack::SaturateHalf0, 0x7fff},
    {with(AddOp::Add), 0x7fff, 0x8000, Pack::Byte0, 0xff},
    {with(AddOp::Add), 0x7fff, 0x8000, Pack::SaturateByte0, 0xff},
    {with(AddOp::Add), 0x80, 0x80, Pack::Half0, 0x0100},
    {with(AddOp::Add), 0x80, 0x80, Pack::Byte0, 0x00},
    {with(AddOp::Add), 0x80, 0x80, Pack::SaturateByte0, 0xff},
    {with(AddOp::Add), 0xffffffff, 0, Pack::SaturateHalf0, 0xffff},
    {with(AddOp::Add), 0xffffffff, 0, Pack::Byte0, 0xff},
    {with(AddOp::Add), 0xffffffff, 0, Pack::SaturateByte0, 0x00},
    {with(AddOp::Add), 0x7fffffff, 1, Pack::Saturate32, 0x7fffffff},
    {with(AddOp::Add), 0x7fffffff, 1, Pack::Half0, 0x7fff},
    {with(AddOp::Add), 0x7fffffff, 1, Pack::SaturateHalf0, 0x0000},
    {with(AddOp::Add), 0x7fffffff, 1, Pack::Byte0, 0xff},
    {with(AddOp::Add), 0x7fffffff, 1, Pack::SaturateByte0, 0x00},
    {with(AddOp::Add), 0x80000000, 0xffffffff, Pack::Saturate32, 0x80000000},
    {with(AddOp::Add), 0x80000000, 0xffffffff, Pack::Half0, 0x8000},
    {with(AddOp::Add), 0x80000000, 0xffffffff, Pack::SaturateHalf0, 0x0000},
    {with(AddOp::Add), 0x80000000, 0xffffffff, Pack::Byte0, 0x00},
    {with(AddOp::Add), 0x80000000, 0x80000000, Pack::SaturateHalf0, 0x8000},
    {with(AddOp::Add), 0x7fffffff, 0x7fffffff, Pack::SaturateHalf0, 0x7fff},
    {with(AddOp::Sub), 0x80000000, 1, Pack::Saturate32, 0x7fffffff},
    {with(AddOp::Sub), 0x80000000, 1, Pack::Half0, 0x7fff},
    {with(AddOp::Sub), 0x80000000, 1, Pack::SaturateHalf0, 0x7fff},
    {with(AddOp::Sub), 0x80000000, 1, Pack::SaturateByte0, 0xff},
    {with(AddOp::Sub), 0x7fffffff, 0xffffffff, Pack::Saturate32, 0x80000000},
    {with(AddOp::Sub), 0x7fffffff, 0xffffffff, Pack::SaturateHalf0, 0x8000},
    {with(AddOp::Sub), 0x7fffffff, 0xffffffff, Pack::SaturateByte0, 0x00},
    {with(AddOp::Fadd), 0x3f800000, 0x3f800000, Pack::Half0, 0x4000},
    {with(AddOp::Fadd), 0x3f800000, 0x3f800000, Pack::Byte0, 0x00},
    {with(AddOp::Fadd), 0x3f800000, 0x3f800000, Pack::SaturateByte0, 0xff},
    {with(AddOp::Fadd), 0x3f800000, 0x90000000, Pack::Half0, 0x3c00},
    {with(AddOp::Itof), 0x70000000, 0, Pack::Half0, 0x7c00},
    {with(AddOp::Itof), 0xffffffff, 0, Pack::Half0, 0xbc00},
    {with(AddOp::Itof), 0x7fff, 0, Pack::Half0, 0x7800},
    {with(AddOp::Or), 0x3f800000, 0, Pack::Half0, 0x0000},
    {with(AddOp::Or), 0x3f800000, 0, Pack::SaturateHalf0, 0x7fff},
    {with(AddOp::Or), 0x3f800000, 0, Pack::SaturateByte0, 0xff},
};

TEST(GoldenVectors, PacksComeOutBitForBitAndMergeIntoWhatWasThere) {
  for (const PackVector& v : kPacks)
    for (const std::uint32_t old : {0u, 0xa5a5a5a5u}) {
      Instruction operation = v.operation;
      operation.pack = v.pack;
      BenchTop top;
      ASSERT_EQ(top.run({ldi_b(write::kVwSetupB, kWriteRows), ldi(write::kR0, v.a), ldi(write::kR1, v.b), ldi(5, old),
                         nop(), operation, nop(), move_from_a(write::kVpm, 5)}),
                Machine::End::Idle)
          << top.fault_text();
      const bool half = v.pack == Pack::Half0 || v.pack == Pack::SaturateHalf0;
      const std::uint32_t kept = v.pack == Pack::Saturate32 ? 0 : half ? 0xffff0000 : 0xffffff00;
      EXPECT_EQ(fmt::format("{:08x}", top.machine.vpm_word(0, 3)), fmt::format("{:08x}", v.expected | (old & kept)))
          << "op " << int(v.operation.add_op) << fmt::format(" {:08x} {:08x}", v.a, v.b) << " pack " << int(v.pack);
    }
}

struct UnpackVector {
  std::uint32_t word;
  Unpack unpack;
  bool to_float;
  std::uint32_t expected;
};

const std::vector<UnpackVector> kUnpacks = {
    {0x00007fff, Unpack::Half0, false, 0x7fff},    {0x00007fff, Unpack::Half0, true, 0x7fffe000},
    {0x00007fff, Unpack::Byte0, false, 0xff},      {0x00007fff, Unpack::Byte0, true, 0x3f800000},
    {0x00007fff, Unpack::Byte1, true, 0x3efefefe}, {0x00008000, Unpack::Half0, false, 0xffff8000},
    {0x00008000, Unpack::Half0, true, 0x80000000}, {0x00008000, Unpack::Byte1, true, 0x3f008080},
    {0x0000007f, Unpack::Half0, true, 0x000fe000}, {0x70000000, Unpack::Half1, true, 0x46000000},
    {0x70000000, Unpack::Byte3, true, 0x3ee0e0e0}, {0x70000000, Unpack::ReplicateByte3, false, 0x70707070},
    {0x3f800000, Unpack::Half1, true, 0x3ff00000}, {0x3f800000, Unpack::Byte2, true, 0x3f008080},
    {0x3f800000, Unpack::Byte3, true, 0x3e7cfcfc}, {0x00000001, Unpack::Byte0, true, 0x3b808080},
    {0x000000bf, Unpack::Byte0, true, 0x3f3fbfbf},
};

TEST(GoldenVectors, UnpacksComeOutBitForBit) {
  for (const UnpackVector& v : kUnpacks) {
    Instruction operation = add(v.to_float ? AddOp::Fmin : AddOp::Or, write::kVpm, Mux::A, Mux::A);
    operation.read_a = 5;
    operation.unpack = v.unpack;
    BenchTop top;
    ASSERT_EQ(top.run({ldi_b(write::kVwSetupB, kWriteRows), ldi(5, v.word), nop(), operation}), Machine::End::Idle)
        << top.fault_text();
    EXPECT_EQ(fmt::format("{:08x}", top.machine.vpm_word(0, 9)), fmt::format("{:08x}", v.expected))
        << fmt::format("{:08x}", v.word) << " unpack " << int(v.unpack) << (v.to_float ? " float" : " int");
  }
}

}  // namespace
}  // namespace qpu
