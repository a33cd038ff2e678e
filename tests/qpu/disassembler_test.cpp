// SPDX-License-Identifier: MIT
#include "qpu/disassembler.h"

#include <gtest/gtest.h>

#include <random>

#include "qpu/names.h"
#include "qpu/small_immediate.h"
#include "tests/qpu/assembler/assembled.h"
#include "tests/qpu/random_instruction.h"

namespace qpu::test {
namespace {

constexpr int kWords = 120'000;
constexpr std::uint64_t kRandomWordsSeed = 20260401;

bool is_data(const std::string& line) { return line.starts_with(".int"); }

TEST(Disassembler, ComesBackToTheSameWordForEveryInstruction) {
  RandomInstruction random(kRandomWordsSeed);
  for (int n = 0; n < kWords; ++n) {
    const Word word = encode(random());
    const std::string line = disassemble(word);
    ASSERT_FALSE(is_data(line)) << text_of(word) << "  " << line << "  seed " << kRandomWordsSeed << ", word " << n;
    ASSERT_EQ(text_of(assembled_word(line)), text_of(word)) << line << "  seed " << kRandomWordsSeed << ", word " << n;
  }
}

TEST(Disassembler, ComesBackToTheSameWordForAnyBits) {
  std::mt19937_64 random(kRandomWordsSeed);
  for (int n = 0; n < kWords / 4; ++n) {
    const Word word = random();
    ASSERT_EQ(text_of(assembled_word(disassemble(word))), text_of(word)) << disassemble(word) << "  word " << n;
  }
}

TEST(Disassembler, SaysAsDataWhatTheLanguageCannotSay) {
  Instruction reserved;
  reserved.add_op = static_cast<AddOp>(9);
  const std::string line = disassemble(encode(reserved));
  EXPECT_TRUE(is_data(line)) << line;
  EXPECT_NE(line.find("# reserved"), std::string::npos) << line;
}

struct Line {
  const char* text;
};
void PrintTo(const Line& line, std::ostream* stream) { *stream << line.text; }

// Text as a person would write it comes back as it was.
class EveryLine : public testing::TestWithParam<Line> {};

TEST_P(EveryLine, ComesBackAsItWas) {
  const std::string line = GetParam().text;
  EXPECT_EQ(disassemble(assembled_word(line)), line);
}

INSTANTIATE_TEST_SUITE_P(Usual, EveryLine,
                         testing::Values(Line{"nop"}, Line{"thrend"}, Line{"ldtmu0"}, Line{"mov r0, r4; ldtmu0"},
                                         Line{"mov rb5, unif"}, Line{"mov ra0, rb0; mov rb0, ra0"},
                                         Line{"mul24 r2, r2, rb5"}, Line{"mov r1, r2 << 1"}, Line{"nop; mov r1, r2"},
                                         Line{"add.setf -, r0, r1"}, Line{"mov -, vw_wait"}, Line{"ldi ra1.16a, 0x5"},
                                         Line{"sacq -, 5"}, Line{"srel -, 15"}, Line{"brr.anynz -, 0xffffffe0"},
                                         Line{"bra ra31, ra2"}, Line{"fmul r1.8asf, r2, r3"},
                                         Line{"fadd r0, r4.8a, r1"}, Line{"add r0, r1, r2; read vw_wait"}));

TEST(Disassembler, PutsLabelsWhereRelativeBranchesLead) {
  const std::string source =
      ":l0\n      nop\n      brr.anynz -, r:l0\n      nop\n      nop\n      nop\n      brr -, r:l9\n      nop\n      "
      "nop\n"
      "      nop\n:l9\n";
  const std::vector<Word> words = assembled(source);
  EXPECT_EQ(disassemble(words), source);
}

TEST(Disassembler, ComesBackToTheSameProgram) {
  RandomInstruction random(kRandomWordsSeed + 1);
  std::vector<Word> words;
  for (int n = 0; n < 2000; ++n) words.push_back(encode(random()));
  const std::vector<Word> again = assembled(disassemble(words));
  ASSERT_EQ(again.size(), words.size());
  for (std::size_t n = 0; n < words.size(); ++n) EXPECT_EQ(text_of(again[n]), text_of(words[n])) << n;
}

TEST(Description, ReadsLikeAnInstructionWhateverTheBits) {
  std::mt19937_64 random(kRandomWordsSeed);
  for (int n = 0; n < 10'000; ++n) EXPECT_FALSE(describe(random()).empty());
}

}  // namespace
}  // namespace qpu::test
