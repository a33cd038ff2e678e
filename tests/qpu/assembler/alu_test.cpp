// SPDX-License-Identifier: MIT
// Reference 10.3 to 10.6: how parts come together in one word.
#include <gtest/gtest.h>

#include "qpu/small_immediate.h"
#include "tests/qpu/assembler/assembled.h"

namespace qpu::test {
namespace {

struct Pair {
  const char *said, *meant;
};
void PrintTo(const Pair& pair, std::ostream* stream) { *stream << pair.said; }

class SameWord : public testing::TestWithParam<Pair> {};

TEST_P(SameWord, ComesOut) {
  EXPECT_EQ(text_of(assembled_word(GetParam().said)), text_of(assembled_word(GetParam().meant)));
}

INSTANTIATE_TEST_SUITE_P(
    Order, SameWord,
    testing::Values(Pair{"ldtmu0; fmul r3, r4, r5; fadd r0, r1, r2", "fadd r0, r1, r2; fmul r3, r4, r5; ldtmu0"},
                    Pair{"mov r3, r4; fadd r0, r1, r2", "fadd r0, r1, r2; mmov r3, r4"},
                    Pair{"fmul r0, r1, r2; mov r3, r4", "amov r3, r4; fmul r0, r1, r2"},
                    Pair{"v8adds r0, r1, r2", "mv8adds r0, r1, r2"},
                    Pair{"v8adds r0, r1, r2; v8subs r3, r1, r2", "mv8adds r0, r1, r2; av8subs r3, r1, r2"},
                    Pair{"v8adds r0, r1, r2; fmul r3, r1, r2", "av8adds r0, r1, r2; fmul r3, r1, r2"},
                    Pair{"mov r0, r1", "or r0, r1, r1"}, Pair{"mmov r0, r1", "v8min r0, r1, r1"},
                    Pair{"mov r0, r2, r1", "or r0, r1, r1; v8min r2, r1, r1"}, Pair{"anop; mnop; thrend", "thrend"},
                    Pair{"add r0, r1, r2;", "add r0, r1, r2"}));

INSTANTIATE_TEST_SUITE_P(
    Suffixes, SameWord,
    testing::Values(Pair{"mov.sf r0, r1", "mov.setf r0, r1"}, Pair{"mov.ifzs r0, r1", "mov.ifz r0, r1"},
                    Pair{"mov.ifzc r0, r1", "mov.ifnz r0, r1"}, Pair{"mov.ifns r0, r1", "mov.ifn r0, r1"},
                    Pair{"mov.ifnc r0, r1", "mov.ifnn r0, r1"}, Pair{"mov.ifcs r0, r1", "mov.ifc r0, r1"},
                    Pair{"mov r0.nz, r1", "mov.ifnz r0, r1"}, Pair{"mov r0.cc, r1", "mov.ifcc r0, r1"},
                    Pair{"mov r0.ifn.setf, r1", "mov.setf.ifn r0, r1"}, Pair{"mov.pack16a ra1, r1", "mov ra1.16a, r1"},
                    Pair{"mov.unpack8b r0, ra1", "mov r0, ra1.8b"},
                    Pair{"fadd.unpack16a r0, r4, ra1", "fadd r0, r4, ra1.16a"},
                    Pair{"fadd.unpack16b r0, ra1, r4", "fadd r0, ra1.16b, r4"},
                    Pair{"mov ra1.8abcd, r0", "mov ra1.8888, r0"}, Pair{"mov ra1.8aclamp, r0", "mov ra1.8as, r0"},
                    Pair{"mov ra1.16ai, r0", "mov ra1.16a, r0"}, Pair{"fadd ra1.16af, r0, r1", "fadd ra1.16a, r0, r1"},
                    Pair{"mov r0, ra1.16af", "fmin r0, ra1.16a, ra1.16a"},
                    Pair{"fmul r1.8bfs, r2, r3", "fmul r1.8bsf, r2, r3"}));

INSTANTIATE_TEST_SUITE_P(
    Rewriting, SameWord,
    testing::Values(Pair{"add r0, r1, 16", "sub r0, r1, -16"}, Pair{"add r0, 16, r1", "sub r0, r1, -16"},
                    Pair{"sub r0, r1, 16", "add r0, r1, -16"}, Pair{"shl r0, r1, 16", "shl r0, r1, -16"},
                    Pair{"shr r0, r1, 31", "shr r0, r1, -1"}, Pair{"fadd r0, r1, -0.5", "fsub r0, r1, 0.5"},
                    Pair{"fsub r0, r1, -2.0", "fadd r0, r1, 2.0"},
                    Pair{"fadd r0, r1, r2; mov r3, 5", "fadd r0, r1, r2; v8min r3, 5, 5"},
                    Pair{"fmul r0, r1, r2; mov r3, 20", "fmul r0, r1, r2; add r3, 10, 10"},
                    Pair{"fadd r0, r1, r2; mov r3, 81", "fadd r0, r1, r2; mul24 r3, 9, 9"},
                    Pair{"fmul r0, r1, r2; mov r3, 64", "fmul r0, r1, r2; shl r3, 4, 4"},
                    Pair{"fmul r0, r1, r2; mov r3, 3.0", "fmul r0, r1, r2; itof r3, 3"},
                    Pair{"fmul r0, r1, r2; mov r3, 28", "fmul r0, r1, r2; add r3, 14, 14"},
                    Pair{"fmul r0, r1, r2; mov r3, 0x1fff", "fmul r0, r1, r2; shr r3, -13, -13"},
                    Pair{"fmul r0, r1, r2; mov r3, 0x7f000000", "fmul r0, r1, r2; add r3, 1.0, 1.0"},
                    Pair{"fmul r0, r1, r2; mov r3, 0x28000000", "fmul r0, r1, r2; ror r3, 5, 5"},
                    Pair{"fmul r0, r1, r2; mov r3, 31", "fmul r0, r1, r2; clz r3, 1"},
                    Pair{"fadd r0, r1, r2; mov r3, -23", "fadd r0, r1, r2; v8muld r3, -12, -12"},
                    Pair{"mov r3, 0; ldtmu0", "xor r3, r0, r0; ldtmu0"},
                    Pair{"fadd r1, r1, r2; mov r3, 0; ldtmu0", "fadd r1, r1, r2; v8subs r3, r0, r0; ldtmu0"}));

INSTANTIATE_TEST_SUITE_P(Moves, SameWord,
                         testing::Values(Pair{"mov r0, 5", "ldi r0, 5"}, Pair{"mov ra1, rb1, 77", "ldi ra1, rb1, 77"},
                                         Pair{"mov ra1, 0x400; mov rb1, 0x400", "ldi ra1, rb1, 0x400"},
                                         Pair{"mov r0, 5; nop", "ldi r0, 5"}, Pair{"mov -, sacq3", "sacq -, 3"},
                                         Pair{"mov ra1, srel15", "srel ra1, 15"},
                                         Pair{"mov r0, [0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3]", "ldipeu r0, 0xccccaaaa"},
                                         Pair{"mov r0, [-1,1,-1,1,0,0,0,0,0,0,0,0,0,0,0,0]", "ldipes r0, 0x0005000f"},
                                         Pair{"mov r5, r0", "mov r5rep, r0"}));

INSTANTIATE_TEST_SUITE_P(
    Rotations, SameWord,
    testing::Values(Pair{"mov r0, r1 << 3", "mov r0, r1 >> 13"}, Pair{"mov r0, r1 << 16", "mov r0, r1"},
                    Pair{"mov r0 << 3, r1", "mov r0, r1 >> 3"}, Pair{"mov r0, r1 >> r5", "mov r0, r1 << r5"},
                    Pair{"fmul r0, r1 << 2, r2 << 2", "fmul r0, r1, r2 << 2"},
                    Pair{"add r0, r0, -1; mov r1, r2 << 1", "add r0, r0, -1; v8min r1, r2, r2 << 1"}));

INSTANTIATE_TEST_SUITE_P(
    Ports, SameWord,
    testing::Values(Pair{"add r0, unif, ra3", "add r0, rb32, ra3"}, Pair{"add r0, unif, rb3", "add r0, ra32, rb3"},
                    Pair{"add r0, vpm, vpm", "add r0, ra48, ra48"}, Pair{"mov r0, nop", "mov r0, ra39"},
                    Pair{"mov x_coord, r0", "mov quad_x, r0"}, Pair{"mov y_pixel_coord, r0", "mov quad_y, r0"},

                    Pair{"add r0, elem_num, qpu_num", "add r0, ra38, rb38"}, Pair{"read unif", "read ra32"},
                    Pair{"add r0, r1, r2; read vw_wait", "add r0, r1, r2; read rb50"}));

TEST(Read, TakesASmallImmediate) {
  const Instruction i = decode(assembled_word("add r0, r1, r2; read 8"));
  EXPECT_EQ(i.kind, Kind::AluSmallImmediate);
  EXPECT_EQ(i.read_b, 8);
  EXPECT_EQ(i.add_a, Mux::R1);
}

TEST(JoinedLine, StandsByItselfWhereItDoesNotFit) {
  const std::vector<Word> fitting = {assembled_word("fadd r0, r1, r2; fmul r3, r1, r2")};
  EXPECT_EQ(assembled("fadd r0, r1, r2;\n; fmul r3, r1, r2"), fitting);
  const std::vector<Word> split = {assembled_word("fadd r0, r1, r2"), assembled_word("fsub r3, r1, r2")};
  const Program program = assemble("fadd r0, r1, r2;\n; fsub r3, r1, r2", "t");
  EXPECT_EQ(program.words, split);
  ASSERT_EQ(program.diagnostics.size(), 1);
  EXPECT_EQ(program.diagnostics[0].severity, Diagnostic::Severity::Warning);
  EXPECT_NE(complaints("fadd r0, r1, r2;\n; fsub r3, ra1, ra2").find("file A is read"), std::string::npos);
}

// Rotation by 16 - 15 = 1 lanes upwards uses code 63, which also reads as -1.
TEST(SmallImmediate, IsSharedWithTheRotationThatReadsAlike) {
  EXPECT_EQ(decode(assembled_word("add r0, r0, -1; mov r1, r2 << 1")).read_b, 63);
  EXPECT_NE(complaints("add r0, r0, 1; mov r1, r2 << 1"), "");
}

TEST(Destination, NowhereIsNeverWrittenUnlessFlagsAreWanted) {
  EXPECT_EQ(decode(assembled_word("add -, r0, r1")).add_condition, Condition::Never);
  EXPECT_EQ(decode(assembled_word("add.setf -, r0, r1")).add_condition, Condition::Always);
  const Instruction both = decode(assembled_word("add.setf -, r0, r1; mov -, r2"));
  EXPECT_EQ(both.add_condition, Condition::Always);
  EXPECT_EQ(both.mul_condition, Condition::Never);
  EXPECT_EQ(decode(assembled_word("mov.never r0, r1")).add_condition, Condition::Never);
}

TEST(Accumulator, IsWrittenByBothSidesUnderComplementaryConditions) {
  const Instruction i = decode(assembled_word("fadd.ifz r0, r1, r2; fmul.ifnz r0, r1, r2"));
  EXPECT_EQ(i.add_write, i.mul_write);
}

struct Refused {
  const char *source, *reason;
};
void PrintTo(const Refused& refused, std::ostream* stream) { *stream << refused.source; }

class EveryConflict : public testing::TestWithParam<Refused> {};

TEST_P(EveryConflict, IsRefusedWithItsReason) {
  const std::string text = complaints(GetParam().source);
  EXPECT_NE(text.find(GetParam().reason), std::string::npos) << text;
}

INSTANTIATE_TEST_SUITE_P(
    Alu, EveryConflict,
    testing::Values(
        Refused{"add r0, r1, r2; sub r3, r1, r2", "ADD side"}, Refused{"fmul r0, r1, r2; mul24 r3, r1, r2", "MUL side"},
        Refused{"add r0, r1, r2; fmul r3, r1, r2; mov r0, r1", "third"},
        Refused{"add r0, ra1, ra2", "file A is read at one address"},
        Refused{"add r0, rb1, rb2", "file B is read at one address"}, Refused{"add r0, rb1, 5", "takes the place"},
        Refused{"add r0, r1, 100", "not a small immediate"}, Refused{"add r0, 1, 2", "room for one immediate"},
        Refused{"add r0, r1, 1; ldtmu0", "no bits for a signal"},
        Refused{"ldi r0, 100; ldtmu0", "no bits for a signal"}, Refused{"ldtmu0; ldtmu1", "one signal"},
        Refused{"mov ra1, r0; mov ra2, r1", "same register file"},
        Refused{"add r0, r1, r2 << 3", "only the MUL side rotates"},
        Refused{"fmul r0, r1 << 1, r2 << 2", "these are two"}, Refused{"mov r0.16a, r1", "ra0 to ra31"},
        Refused{"add ra1.16af, r0, r1", "gives an integer"}, Refused{"mov r0, rb1.16a", "only registers of file A"},
        Refused{"add r0, ra1.16a, ra1", "unpacked alike"}, Refused{"mov ra1.16a, r4.8a", "share one bit"},
        Refused{"mov.16a r0, ra1", "is not valid here"}, Refused{"mov.foo r0, r1", "unknown suffix .foo"},
        Refused{"mov.ifz.ifnz r0, r1", "contradicts"}, Refused{"mov elem_num, r0", "cannot be written"},
        Refused{"mov r0, t0s", "cannot be read"}, Refused{"mov r4, r0", "cannot be written"},
        Refused{"mov r0, -", "cannot be read"}, Refused{"add r0", "reads 2 operands"},
        Refused{"mov r0, ra31+33", "beyond the last register"}, Refused{"sacq -, 16", "a semaphore from 0 to 15"},
        Refused{"mov r0, [0,1]", "16 values"}, Refused{"ad r0, r1, r2", "did you mean add"},
        Refused{"bra -, rb1", "ra0 to ra31"}, Refused{"brr.ifz -, 8", "is not valid on a branch"},
        Refused{"mov r0, 0x1ffffffff", "32 bits"}));

// Every small immediate there is, and the code next to it that there is not.
TEST(SmallImmediate, IsFoundForEveryCode) {
  for (int code = 0; code < kRotateByR5; ++code) {
    const auto c = static_cast<std::uint8_t>(code);
    EXPECT_EQ(small_immediate_code(small_immediate_value(c)), c);
  }
}

}  // namespace
}  // namespace qpu::test
