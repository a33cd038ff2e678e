// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "tests/qpu/assembler/assembled.h"

namespace qpu::test {
namespace {

TEST(Complaint, ShowsThePlaceTheReasonAndTheWayThere) {
  EXPECT_EQ(
      complaints(".macro m, a\n\tadd r0, a, 77\n.endm\nnop\nm r1\n"),
      "test.qasm:2:13: error: 77 is not a small immediate (-16 to 15, 1/256 to 128.0); load it into a register first\n"
      "  \tadd r0, a, 77\n"
      "  \t           ^\n"
      "  in m required by test.qasm:5\n");
}

TEST(Complaint, ComesOnceForEachLine) {
  EXPECT_EQ(assemble(".rep i, 9\nadd r0, ra1, ra2\n.endr", "t").diagnostics.size(), 1);
}

TEST(Complaint, DoesNotBlameThoseWhoUseWhatWasRefused) {
  EXPECT_EQ(assemble(".set x, oops\nldi r0, x\nldi r1, x+1\n", "t").diagnostics.size(), 1);
}

TEST(Complaint, LeavesLabelsInTheirPlace) {
  const Program program = assemble("brr -, r:a\nadd r0, ra1, ra2\n:a nop\nadd r0, rb1, rb2\n", "t");
  EXPECT_EQ(program.diagnostics.size(), 2);
}

TEST(Warning, IsGivenForFlagsThatTheAddPartSets) {
  const Program program = assemble("add r0, r1, r2; fmul.setf r3, r1, r2", "t");
  ASSERT_EQ(program.diagnostics.size(), 1);
  EXPECT_EQ(program.diagnostics[0].severity, Diagnostic::Severity::Warning);
  EXPECT_EQ(program.diagnostics[0].column, 17);
  EXPECT_TRUE(program.ok());
  EXPECT_EQ(program.words.size(), 1);
}

TEST(Warning, IsNotGivenWhereTheFlagsAreThoseThatWereMeant) {
  EXPECT_EQ(complaints("add.setf r0, r1, r2; fmul.setf r3, r1, r2\nnop; fmul.setf r3, r1, r2\nmov.setf r0, r1"), "");
}

TEST(Complaint, EndsAfterTwenty) {
  std::string source;
  for (int i = 0; i < 100; ++i) source += fmt::format("oops{} r0\n", i);
  EXPECT_EQ(assemble(source, "t").diagnostics.size(), 21);
}

struct Mistake {
  const char *source, *reason;
};
void PrintTo(const Mistake& mistake, std::ostream* stream) { *stream << mistake.source; }

class EveryMistake : public testing::TestWithParam<Mistake> {};

TEST_P(EveryMistake, IsRefusedWithItsReason) {
  const std::string text = complaints(GetParam().source);
  EXPECT_NE(text.find(GetParam().reason), std::string::npos) << text;
}

INSTANTIATE_TEST_SUITE_P(
    Language, EveryMistake,
    testing::Values(
        Mistake{"brr -, r:lop\n:loop", "did you mean loop?"}, Mistake{":a\n:a", "already defined"},
        Mistake{".if 1", "the .if of line 1 has no .endif"},
        Mistake{".rep i, 2\n.if 1\n.endr", "needs its .endif first"}, Mistake{".endr", "does not belong to a block"},
        Mistake{".rpe i, 2", "did you mean .rep?"}, Mistake{".foreach i 2\n.endfor", "',' is missing"},
        Mistake{".rep i, -1\n.endr", "expected a count of 0 or more, not -1"},
        Mistake{".const a, 1\n.set a, 2", "is a constant"}, Mistake{".set ra1, 2", "is a register"},
        Mistake{".assert 1 == 2", "assertion failed"}, Mistake{".include \"none\"", "file none not found"},
        Mistake{".include none", "in quotes"}, Mistake{".byte 256", "8 bits"}, Mistake{".align 3", "power of two"},
        Mistake{".align 128", "power of two"}, Mistake{".macro m, a\nmov r0, a\n.endm\nm", "argument a was not given"},
        Mistake{".macro m\n.endm\nm 1", "takes 0 argument"}, Mistake{".set f(a) a\n.int f(1,2)", "takes 1 argument"},
        Mistake{".func f()\n.endf\n.int f()", "has no value"},
        Mistake{".func f()\n1\n2\n.endf\n.int f()", "the second"},
        Mistake{".back 6\n.endb", "expected at most 5 instructions"},
        Mistake{".clone :a, 2\n:a nop", "expected a label and the number"}, Mistake{".int (1", "')' is missing"},
        Mistake{"ldtmu0 5", "unexpected '5'"}, Mistake{".int 1 << 100", "a shift by 100"},
        Mistake{".int 1 >>> -64", "a shift by -64"}, Mistake{".float 1e999", "too large for a double"},
        Mistake{"brr -, 4", "a branch by 4 bytes"},
        Mistake{"fmul r0, ra1.16af, r1; add r2, ra1.16ai, r3", "takes floats from the same register"},
        Mistake{"fadd ra1.16ai, r0, r1", "gives a float"}, Mistake{"fadd r0, ra1.16ai, r1", "unpacks to floats"},
        Mistake{": nop", "the name of a label"}, Mistake{"nop\n  :\nnop", "test.qasm:2:3: error: expected the name"},
        Mistake{"nop\n:: # exported", "test.qasm:2:1: error: expected the name"},
        Mistake{".macro m\n:\n.endm\nm", "test.qasm:2:1: error: expected the name"},
        Mistake{"read 77", "not a small immediate"}, Mistake{"read r1", "a register that a port can read"},
        Mistake{"bra -, :a + 3\n:a", "a branch by 11 bytes"},
        Mistake{".if 0\nnop\n.elseif oops\n.endif", "test.qasm:3:"}, Mistake{".int 12x", "not a number"},
        Mistake{".int 0x10000000000000000", "64 bits"}, Mistake{".int \"a", "closing"},
        Mistake{".int $", "unexpected character"}, Mistake{"h32 1", "unknown instruction or macro"}));

// What does not fit its field would be cut, or change the field above: a pitch of 65536 would become one of 0.
INSTANTIATE_TEST_SUITE_P(SetupWords, EveryMistake,
                         testing::Values(Mistake{".int vdr_setup_1(65536)", "from 0 to 65535"},
                                         Mistake{".int vdw_setup_1(65536)", "from 0 to 65535"},
                                         Mistake{".int vdw_setup_1p(-1)", "-1 is not a number of bytes"},
                                         Mistake{".int vdr_setup_0(16, 16, 16, vdr_h32(1, 0, 0))", "16 is not a pitch"},
                                         Mistake{".int vdr_setup_0(3, 17, 16, vdr_h32(1, 0, 0))", "17 is not a count"},
                                         Mistake{".int vdr_h32(17, 0, 0)", "from 0 to 16"},
                                         Mistake{".int vdr_v32(1, 64, 0)", "from 0 to 63"},
                                         Mistake{".int vdw_setup_0(129, 16, dma_h32(0, 0))", "from 0 to 128"},
                                         Mistake{".int vdw_setup_0(16, 129, dma_h32(0, 0))", "from 0 to 128"},
                                         Mistake{".int dma_h32(64, 0)", "64 is not a row"},
                                         Mistake{".int dma_v32(0, 16)", "16 is not a column"},
                                         Mistake{".int dma_h16p(0, 0, 2)", "2 is not a half"},
                                         Mistake{".int dma_v8p(0, 0, 4)", "4 is not a byte"},
                                         Mistake{".int h32(64)", "64 is not a row"},
                                         Mistake{".int v32(8, 0)", "in steps of 16"},
                                         Mistake{".int vpm_setup(17, 1, h32(0))", "17 is not a count"},
                                         Mistake{".int vpm_setup(1, 65, h32(0))", "65 is not a stride"},
                                         Mistake{".int vpm_setup(1, 1, 0x1000)", "from 0 to 4095"}));

TEST(Limits, EndWhatContainsItself) {
  EXPECT_NE(complaints(".macro m\nm\n.endm\nm").find("contain itself"), std::string::npos);
  EXPECT_NE(complaints(".set f(a) f(a)\n.int f(1)").find("contain itself"), std::string::npos);
  EXPECT_NE(complaints(".int " + std::string(10'000, '(')).find("contain itself"), std::string::npos);
  EXPECT_NE(complaints(".int " + std::string(10'000, '-') + "1").find("contain itself"), std::string::npos);
}

TEST(Limits, EndWhatGrowsForEver) {
  AssemblyOptions options;
  options.most_steps = 10'000;
  EXPECT_NE(complaints(".rep i, 1 << 60\n.endr", options).find("steps"), std::string::npos);
  EXPECT_NE(complaints(".set f(a) g(a)+g(a)\n.set g(a) h(a)+h(a)\n.set h(a) f2(a)+f2(a)\n.set f2(a) f3(a)+f3(a)\n"
                       ".set f3(a) a\n.rep i, 10000\n.set x, f(i)\n.endr",
                       options)
                .find("steps"),
            std::string::npos);
  options.most_words = 100;
  EXPECT_NE(complaints(".rep i, 1000\nnop\n.endr", options).find("100 words"), std::string::npos);
}

TEST(Limits, EndLabelsThatNeverRest) {
  EXPECT_NE(complaints(".if :a == 0\nnop\n.endif\n:a").find("do not converge"), std::string::npos);
}

TEST(Include, OfItselfIsRefused) {
  AssemblyOptions options;
  options.load = [](const std::string&) { return std::optional<std::string>(".include \"a\"\n"); };
  EXPECT_NE(complaints(".include \"a\"", options).find("contain itself"), std::string::npos);
}

// Lines torn apart and put together at random: whatever comes out, the assembler comes back.
TEST(Assembler, SurvivesNonsense) {
  constexpr std::string_view kPieces[] = {
      "mov",     " r0",         ",",       ";",         " ra1",    ".16a",     "+",
      "1",       "\n",          "<<",      ":a",        "r:1f",    "(",        ")",
      "[",       ".rep i, 3\n", ".endr\n", ".if 1\n",   ".else\n", ".endif\n", ".macro m, a\n",
      ".endm\n", "m ",          ".set x,", " x",        "fmul",    "brr",      " -",
      "0x",      "1e",          ".int ",   ".back 1\n", ".endb\n", "\"",       "#"};
  std::mt19937 random(7);
  AssemblyOptions options;
  options.most_steps = 20'000;
  options.load = [](const std::string&) { return std::nullopt; };
  for (int n = 0; n < 3000; ++n) {
    std::string source;
    for (auto length = random() % 60; length > 0; --length) source += kPieces[random() % std::size(kPieces)];
    const Program program = assemble(source, "t", options);
    EXPECT_TRUE(program.ok() || !program.diagnostics.empty());
  }
}

}  // namespace
}  // namespace qpu::test
