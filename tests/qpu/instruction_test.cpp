// SPDX-License-Identifier: MIT
#include "qpu/instruction.h"

#include <gtest/gtest.h>

#include "tests/qpu/assembler/assembled.h"
#include "tests/qpu/random_instruction.h"

namespace qpu::test {
namespace {

TEST(Instruction, ComesBackFromItsWord) {
  constexpr std::uint64_t kSeed = 11;
  RandomInstruction random(kSeed);
  for (int n = 0; n < 100'000; ++n) {
    const Instruction instruction = random();
    ASSERT_EQ(decode(encode(instruction)), instruction)
        << text_of(encode(instruction)) << "  seed " << kSeed << ", " << n;
  }
}

TEST(Instruction, IsTheCanonicalNopUnlessToldOtherwise) { EXPECT_EQ(text_of(encode(Instruction())), text_of(kNop)); }

// add.setf.ifnz r0, r1, r2; fmul.ifz r3, r1, r2 of the reference's appendix A, field by field.
TEST(Instruction, HasItsFieldsWhereTheReferencePutsThem) {
  const Instruction i = decode(make_word(0x2c9e728a, 0x1006a823));
  EXPECT_EQ(i.kind, Kind::Alu);
  EXPECT_EQ(i.signal, Signal::None);
  EXPECT_TRUE(i.set_flags);
  EXPECT_FALSE(i.write_swap || i.pm);
  EXPECT_EQ(i.add_condition, Condition::ZeroClear);
  EXPECT_EQ(i.mul_condition, Condition::ZeroSet);
  EXPECT_EQ(i.add_write, 32);
  EXPECT_EQ(i.mul_write, 35);
  EXPECT_EQ(i.add_op, AddOp::Add);
  EXPECT_EQ(i.mul_op, MulOp::Fmul);
  EXPECT_EQ(i.read_a, kNowhere);
  EXPECT_EQ(i.read_b, kNowhere);
  EXPECT_EQ(i.add_a, Mux::R1);
  EXPECT_EQ(i.add_b, Mux::R2);
  EXPECT_EQ(i.mul_a, Mux::R1);
  EXPECT_EQ(i.mul_b, Mux::R2);
}

TEST(Branch, HasItsFieldsWhereTheReferencePutsThem) {
  const Instruction i = decode(make_word(0xffffffe0, 0xf0fc69e7));  // brr -, ra3, ...
  EXPECT_EQ(i.kind, Kind::Branch);
  EXPECT_TRUE(i.relative && i.with_register);
  EXPECT_EQ(i.branch_register, 3);
  EXPECT_EQ(i.branch_condition, BranchCondition::Always);
  EXPECT_EQ(i.immediate, 0xffffffe0);
}

}  // namespace
}  // namespace qpu::test
