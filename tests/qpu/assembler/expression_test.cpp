// SPDX-License-Identifier: MIT
// Reference 10.1, 10.6 and 10.7: what an expression is worth.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "tests/qpu/assembler/assembled.h"

namespace qpu::test {
namespace {

std::int64_t worth(const std::string& expression) {
  const std::vector<Word> words = assembled(fmt::format(".long {}", expression));
  return words.empty() ? 0 : std::bit_cast<std::int64_t>(words.front());
}

double real_worth(const std::string& expression) {
  const std::vector<Word> words = assembled(fmt::format(".double {}", expression));
  return words.empty() ? 0 : std::bit_cast<double>(words.front());
}

struct Sum {
  const char* expression;
  std::int64_t worth;
};
void PrintTo(const Sum& sum, std::ostream* stream) { *stream << sum.expression; }

class EveryExpression : public testing::TestWithParam<Sum> {};

TEST_P(EveryExpression, IsWorth) { EXPECT_EQ(worth(GetParam().expression), GetParam().worth); }

INSTANTIATE_TEST_SUITE_P(Numbers, EveryExpression,
                         testing::Values(Sum{"10", 10}, Sum{"010", 10}, Sum{"0x1F", 31}, Sum{"0b101", 5},
                                         Sum{"0o17", 15}, Sum{"0d19", 19}, Sum{"0xffffffffffffffff", -1}));

INSTANTIATE_TEST_SUITE_P(
    Operators, EveryExpression,
    testing::Values(Sum{"-3", -3}, Sum{"+3", 3}, Sum{"~0", -1}, Sum{"!0", 1}, Sum{"!7", 0}, Sum{"2 ** 10", 1024},
                    Sum{"2 ** 3 ** 2", 512}, Sum{"7 * 6", 42}, Sum{"-7 / 2", -3}, Sum{"-7 % 3", -1},
                    Sum{"1 + 2 - 5", -2}, Sum{"1 << 40", 1LL << 40}, Sum{"-8 >> 1", -4}, Sum{"-1 >>> 60", 15},
                    Sum{"3 <<< 62", -(1LL << 62)}, Sum{"0x80000001 ><< 1", 3}, Sum{"1 >>< 1", 0x80000000},
                    Sum{"1 ><<< 62", 1LL << 62}, Sum{"1 >>>< 63", 2}, Sum{"3 > 2", 1}, Sum{"3 >= 4", 0},
                    Sum{"2 < 3", 1}, Sum{"3 <= 2", 0}, Sum{"2 <=> 3", -1}, Sum{"3 <=> 3", 0}, Sum{"4 <=> 3", 1},
                    Sum{"1 == 1.0", 1}, Sum{"1 === 1.0", 0}, Sum{"1 != 2", 1}, Sum{"1 !== 1.0", 1}, Sum{"6 & 3", 2},
                    Sum{"6 ^ 3", 5}, Sum{"6 !^ 3", ~5LL}, Sum{"6 | 3", 7}, Sum{"2 && 0", 0}, Sum{"2 && 1", 1},
                    Sum{"1 ^^ 1", 0}, Sum{"1 !^^ 1", 1}, Sum{"0 || 2", 1}, Sum{"abs -5", 5}, Sum{"abs(-5) + 1", 6}));

// Each line parts two neighbouring ranks: it would be worth something else if they were swapped.
INSTANTIATE_TEST_SUITE_P(Precedence, EveryExpression,
                         testing::Values(Sum{"-2 ** 2", 4}, Sum{"2 * 3 ** 2", 18}, Sum{"1 + 2 * 3", 7},
                                         Sum{"1 << 2 + 1", 8}, Sum{"8 >> 1 > 3", 1}, Sum{"3 == 3 > 2", 0},
                                         Sum{"1 & 3 == 3", 1}, Sum{"1 ^ 3 & 2", 3}, Sum{"1 | 3 ^ 3", 1},
                                         Sum{"4 && 4 | 1", 1}, Sum{"1 ^^ 1 && 0", 1}, Sum{"1 || 1 ^^ 1", 1},
                                         Sum{"(1 + 2) * 3", 9}));

INSTANTIATE_TEST_SUITE_P(Registers, EveryExpression,
                         testing::Values(Sum{"ra3 == ra3", 1}, Sum{"ra3 == rb3", 0}, Sum{"ra7 - ra3", 4},
                                         Sum{"ra10+3 == ra13", 1}, Sum{"3 + rb1 == rb4", 1}));

TEST(Expression, CountsInDoubles) {
  EXPECT_DOUBLE_EQ(real_worth("1.5 * 4"), 6);
  EXPECT_DOUBLE_EQ(real_worth("7 / 2.0"), 3.5);
  EXPECT_DOUBLE_EQ(real_worth("1e3 + .5"), 1000.5);
  EXPECT_DOUBLE_EQ(real_worth("1.5 << 3"), 12);  // scales the exponent
  EXPECT_DOUBLE_EQ(real_worth("1.5 >> 1"), 0.75);
  EXPECT_DOUBLE_EQ(real_worth("2 ** -1"), 0.5);
}

TEST(Expression, KnowsWordOperators) {
  EXPECT_DOUBLE_EQ(real_worth("sqrt 2 * 3"), std::sqrt(2.0) * 3);
  EXPECT_DOUBLE_EQ(real_worth("sin(0.5) + cos 0.5"), std::sin(0.5) + std::cos(0.5));
  EXPECT_DOUBLE_EQ(real_worth("exp 1"), std::exp(1.0));
  EXPECT_DOUBLE_EQ(real_worth("exp2 5 + exp10 2"), 132);
  EXPECT_DOUBLE_EQ(real_worth("log(2.5) + log2 8 + log10 100"), std::log(2.5) + 5);
  EXPECT_DOUBLE_EQ(real_worth("ceil 1.2 + floor 1.8"), 3);
}

TEST(Expression, LeavesTheRegistersExpAndLogAlone) {
  EXPECT_EQ(assembled("mov exp, r0\nmov log, r1"), assembled("mov sfu_exp, r0\nmov sfu_log, r1"));
}

TEST(Expression, EndsArithmeticWithoutHarm) {
  EXPECT_EQ(worth("(-0x7fffffffffffffff - 1) / -1"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(worth("(-0x7fffffffffffffff - 1) % -1"), 0);
  EXPECT_EQ(worth("-1 >> 63"), -1);
  EXPECT_NE(complaints(".int 1 / 0").find("division by zero"), std::string::npos);
}

TEST(Expression, BuildsSetupWords) {
  // Reference 6.9, worked examples, and one value by hand for each of the other formulas of 6.8.
  EXPECT_EQ(worth("vpm_setup(1, 1, h32(3))"), 0x101a03);
  EXPECT_EQ(worth("vpm_setup(16, 64, v32(16, 5))"), 0x215);
  EXPECT_EQ(worth("vpm_setup(4, -2, h32(9))"), 0x43ea09);  // backwards: strides wrap
  EXPECT_EQ(worth("vdr_setup_0(3, 16, 16, vdr_h32(1, 0, 0))"), 0x83001000);
  EXPECT_EQ(worth("vdr_setup_0(2, 8, 8, vdr_h32(1, 4, 4))"), 0x82881044);
  EXPECT_EQ(worth("vdr_setup_0(3, 16, 4, vdr_v32(0, 0, 7))"), 0x83040807);
  EXPECT_EQ(worth("vdr_setup_1(100)"), 0x90000064);
  EXPECT_EQ(worth("vdw_setup_0(16, 16, dma_h32(0, 0))"), 0x88104000);
  EXPECT_EQ(worth("vdw_setup_0(1, 16, dma_v32(2, 3))"), 0x80900118);
  EXPECT_EQ(worth("vdw_setup_1(64)"), 0xc0000040);
  EXPECT_EQ(worth("vdw_setup_1p(64)"), 0xc0010040);
  EXPECT_EQ(worth("h16p(1, 1)"), 0x903);
  EXPECT_EQ(worth("h16l(1, 1)"), 0xd03);
  EXPECT_EQ(worth("h8p(1, 2)"), 0x806);
  EXPECT_EQ(worth("h8l(1, 2)"), 0xc06);
  EXPECT_EQ(worth("v16p(16, 1, 1)"), 0x123);
  EXPECT_EQ(worth("v16l(16, 1, 1)"), 0x523);
  EXPECT_EQ(worth("v8p(16, 1, 2)"), 0x046);
  EXPECT_EQ(worth("v8l(16, 1, 2)"), 0x446);
  EXPECT_EQ(worth("dma_h16p(1, 1, 1)"), 0x408b);
  EXPECT_EQ(worth("dma_h8p(1, 1, 2)"), 0x408e);
  EXPECT_EQ(worth("dma_v16p(1, 1, 1)"), 0x8b);
  EXPECT_EQ(worth("dma_v8p(1, 1, 2)"), 0x8e);
}

}  // namespace
}  // namespace qpu::test
