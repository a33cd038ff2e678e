// SPDX-License-Identifier: MIT
#include "qpu/hazards/rules.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <set>
#include <string>

#include "tests/qpu/hazards/check_text.h"

namespace qpu {
namespace {

// A program that breaks a rule, and one as close to it as can be that does not. Both get an end if they have none.
struct RuleCase {
  std::string_view id, broken, sound;
  bool with_tail = true;
};

void PrintTo(const RuleCase& one, std::ostream* out) { *out << one.id; }

constexpr RuleCase kCases[] = {
    {"H1", "mov ra1, 1\n mov r0, ra1", "mov ra1, 1\n nop\n mov r0, ra1"},
    {"H1", "mov rb1, 1\n add r0, rb1, rb1", "mov ra1, 1\n mov rb1, 2\n mov r0, ra1"},
    {"H1", "mov ra1, 1\n mov.setf r0, elem_num\n mov.ifz ra1, r0\n mov.ifn r1, ra1 ; mov.ifnn r2, ra1",
     "mov ra1, 1\n mov.setf r0, elem_num\n mov.ifz ra1, r0\n mov.ifn r1, ra1 ; mov.ifnz r2, ra1"},
    {"H1", "mov ra1, 1\n mov.setf r0, elem_num\n mov.ifz.setf ra1, r0\n mov.ifnz r1, ra1",
     "mov ra1, 1\n mov.setf r0, elem_num\n mov.ifz ra1, r0\n mov.ifnz r1, ra1"},
    {"H1", "brr ra1, :sub\n mov r0, ra1\n nop\n nop\n :sub", "brr ra1, :sub\n nop\n mov r0, ra1\n nop\n :sub"},
    {"H1", "mov ra1, 1\n mov.setf -, ra1", "mov ra1, 1\n mov -, ra1"},
    {"H3", "mov r0, 1.0\n mov recip, r0\n nop\n mov r1, r4", "mov r0, 1.0\n mov recip, r0\n nop\n nop\n mov r1, r4"},
    {"H3", "mov r0, 1.0\n mov recip, r0\n nop\n mov log, r0", "mov r0, 1.0\n mov recip, r0\n nop\n nop\n mov log, r0"},
    {"H3", "mov r0, unif\n mov t0s, r0\n mov exp, r0\n nop; nop; ldtmu0",
     "mov r0, unif\n mov t0s, r0\n mov exp, r0\n nop\n nop\n nop; nop; ldtmu0"},
    {"H4", "mov r0, unif\n mov t0s, r0\n mov r1, r4 ; nop; ldtmu0",
     "mov r0, unif\n mov t0s, r0\n nop; nop; ldtmu0\n mov r1, r4"},
    {"H5", "mov r0, elem_num\n mov r1, r0 << 1", "mov r0, elem_num\n nop\n mov r1, r0 << 1"},
    {"H5", "mov r0, elem_num\n fmul r1, r0, r0 << 4", "mov r0, elem_num\n fmul r1, r0, r0"},
    {"H6", "mov r0, elem_num\n mov r5rep, r0\n mov r1, r0 >> r5",
     "mov r0, elem_num\n mov r5rep, r0\n nop\n mov r1, r0 >> r5"},
    {"H7", "mov r0, unif\n mov unif_addr, r0\n nop\n mov r1, unif",
     "mov r0, unif\n mov unif_addr, r0\n nop\n nop\n mov r1, unif"},
    {"H8", "mov r0, unif\n mov tmurs, 1\n nop\n mov t0s, r0\n nop; nop; ldtmu0",
     "mov r0, unif\n mov tmurs, 1\n nop\n nop\n nop\n mov t0s, r0\n nop; nop; ldtmu0"},
    {"H8a", "mov r0, unif\n mov tmurs, 1\n nop\n nop\n mov t0s, r0\n nop; nop; ldtmu0",
     "mov r0, unif\n mov tmurs, 1\n nop\n nop\n nop\n mov t0s, r0\n nop; nop; ldtmu0"},
    {"H8b", "mov r0, unif\n mov t0s, r0\n nop; nop; ldtmu0\n mov tmurs, 1", "mov tmurs, 1"},
    {"H9", "mov vr_setup, 0x101a00\n nop\n nop\n mov -, vpm", "mov vr_setup, 0x101a00\n nop\n nop\n nop\n mov -, vpm"},
    {"H10", "mov vr_setup, 0x201a00\n mov vr_setup, 0x101a00\n nop\n nop\n nop\n mov -, vpm\n mov -, vpm\n mov -, vpm",
     "mov vr_setup, 0x101a00\n mov vr_setup, 0x201a00\n nop\n nop\n nop\n mov -, vpm\n mov -, vpm\n mov -, vpm"},
    {"H11", "mov vr_setup, 0x101a00\n nop\n nop\n nop\n mov -, vpm\n mov -, vpm",
     "mov vr_setup, 0x201a00\n nop\n nop\n nop\n mov -, vpm\n mov -, vpm"},
    {"H11a", "mov ra0, 0x201a00\n nop\n mov vr_setup, ra0\n nop\n nop\n nop\n mov -, vpm",
     "mov ra0, 0x101a00\n nop\n mov vr_setup, ra0\n nop\n nop\n nop\n mov -, vpm"},
    {"H12", "mov r0, unif\n mov t0s, r0\n mov t0s, r0 ; nop; ldtmu0\n nop; nop; ldtmu0",
     "mov r0, unif\n mov t0s, r0\n mov r1, unif ; nop; ldtmu0"},
    {"H12", "mov recip, 1.0 ; mov -, mutex\n mov mutex, 0", "mov -, mutex\n mov recip, 1.0\n mov mutex, 0"},
    {"H13", "mov r0, 0xc0000000\n mov vr_setup, r0 ; mov vw_setup, r0",
     "mov r0, elem_num\n mov vw_setup, 0x1a00\n mov vpm, r0"},
    {"H13", "mov r0, 0x1a00\n mov vpm, r0 ; mov vw_setup, r0",
     "mov vr_setup, 0x101a00\n mov r0, 1\n nop\n nop\n mov -, vpm ; mov vpm, r0"},
    {"H13a", "mov r0, unif\n mov t0s, r0\n mov vpm, r0 ; nop; ldtmu0",
     "mov r0, unif\n mov t0s, unif\n mov r1, unif ; nop; ldtmu0\n mov vpm, r1"},
    {"H14", "mov r0, 0\n mov t0t, unif\n mov t0s, r0\n nop; nop; ldtmu0", "mov t0s, unif\n nop; nop; ldtmu0"},
    {"H14", "mov r0, 0\n mov t1t, r0\n mov t1s, unif\n nop; nop; ldtmu1",
     "mov r0, 0\n mov t1t, r0\n mov t1s, r0\n mov t1s, unif\n nop; nop; ldtmu1\n nop; nop; ldtmu1"},
    {"H15", "mov.setf r0, elem_num\n mov.ifz vpm, r0", "mov.setf r0, elem_num\n mov.ifz host_int, r0"},
    {"H16", "mov r0, elem_num\n mov.setf r1, r0\n mov vpm, r0 ; mov vpm, r1", "mov r0, 1\n mov r1, r0 ; mov vpm, r0"},
    {"H17", "mov r0, 1.0\n fmul vpm.8asf, r0, r0", "mov r0, 1.0\n fmul r1.8asf, r0, r0"},
    {"H18", ":a brr -, :b\n nop\n brr -, :b\n nop\n :b nop\n nop",
     ":a brr -, :b\n nop\n nop\n brr -, :b\n :b nop\n nop\n nop\n nop"},
    {"H19", "mov r0, 1\n mov ra1, r0 ; nop; thrend\n nop\n nop", "mov r0, 1\n mov r1, r0 ; nop; thrend\n nop\n nop",
     false},
    {"H20", "nop; nop; thrend\n nop\n mov r0, unif", "nop; nop; thrend\n nop\n mov host_int, 1", false},
    {"H20", "nop; nop; thrend\n mov ra14, 1\n nop", "nop; nop; thrend\n mov ra13, 1\n nop", false},
    {"H20", "mov -, vw_wait ; nop; thrend\n nop\n nop", "mov -, vw_wait\n nop; nop; thrend\n nop\n nop", false},
    {"H21", "nop\n nop; nop; sbwait", "nop\n nop\n nop; nop; sbwait"},
    {"H21", "nop\n nop; nop; thrend\n nop\n mov tlb_z, 0", "nop\n nop; nop; thrend\n mov tlb_z, 0\n nop", false},
    {"H22", "sacq t0s, 1\n nop; nop; ldtmu0\n srel -, 1", "sacq r0, 1\n srel -, 1"},
    {"H23", "nop\n nop\n mov tlb_z, 0\n nop\n mov r0, ms_flags",
     "nop\n nop\n mov tlb_z, 0\n nop\n nop\n mov r0, ms_flags"},
    {"H24", "mov ra2, :there\n bra -, ra2\n nop\n nop\n nop\n :there",
     "mov ra2, :there\n nop\n bra -, ra2\n nop\n nop\n nop\n :there"},
    {"H28", "mov r0, unif\n .rep i, 5\n mov t0s, r0\n .endr\n .rep i, 5\n nop; nop; ldtmu0\n .endr",
     "mov r0, unif\n .rep i, 4\n mov t0s, r0\n .endr\n .rep i, 4\n nop; nop; ldtmu0\n .endr"},
    {"H28a", "mov r0, unif\n .rep i, 9\n mov t0s, r0\n .endr",
     "mov r0, unif\n .rep i, 4\n mov t0s, r0\n mov t1s, r0\n .endr"},
    {"H29", "mov r0, unif\n mov t0s, r0\n nop; nop; ldtmu1", "mov r0, unif\n mov t0s, r0\n nop; nop; ldtmu0"},
    {"H31", "mov r0, 1\n mov vw_setup, 0x1a00\n mov vpm, r0\n srel -, 1",
     "mov r0, 1\n mov vw_setup, 0x1a00\n mov vpm, r0\n mov vr_setup, 0x101a00\n nop\n nop\n nop\n mov -, vpm\n srel -, "
     "1"},
    {"E6", "mov r1, 1\n mov r0, r1 ; fmul r0, r1, r1", "mov.setf r1, 1\n mov.ifz r0, r1 ; fmul.ifnz r0, r1, r1"},
    {"E7", "mov r0, ra33", "mov r0, elem_num"},
    {"E8", "nop; nop; bkpt", "nop; nop"},
    {"P1", ":forever brr -, :forever\n nop\n nop\n nop",
     "mov.setf -, elem_num\n :again brr.allz -, :again\n nop\n nop\n nop"},
    {"P2", "brr -, 0x800\n nop\n nop\n nop", "brr -, 0\n nop\n nop\n nop"},
    {"P3", "nop\n nop", "nop\n nop; nop; thrend\n nop\n nop", false},
    {"P3", "nop; nop; thrend\n nop", "nop; nop; thrend\n nop\n nop\n .int 1, 2", false},
    {"P4", "mov r0, ra1", "mov ra1, 1\n nop\n mov r0, ra1"},
    {"P4", "add r0, r1, r1", "sub r0, r1, r1"},
    {"P5", "mov.ifz r0, 1", "mov.setf -, elem_num\n mov.ifz r0, 1"},
    {"P5", "brr.allz -, :on\n nop\n nop\n nop\n :on", "mov.setf -, elem_num\n brr.allz -, :on\n nop\n nop\n nop\n :on"},
    {"P6", "mov r0, unif\n mov vw_addr, r0", "mov r0, unif\n mov vw_addr, r0\n mov -, vw_wait"},
    {"D1",
     "mov r0, unif\n mov vw_setup, 0x1a00\n mov vpm, r0\nmov vw_setup, 0x80904000\n mov vw_addr, r0\nmov vw_setup, "
     "0x1a00\n mov vpm, r0\n mov -, vw_wait",
     "mov r0, unif\n mov vw_setup, 0x1a00\n mov vpm, r0\nmov vw_setup, 0x80904000\n mov vw_addr, r0\nmov vw_setup, "
     "0x1a01\n mov vpm, r0\n mov -, vw_wait"},
    {"D1",
     "mov r0, unif\n mov vw_setup, 0x1a00\n mov vpm, r0\nmov vw_setup, 0x80904000\n mov vw_addr, r0\nmov vr_setup, "
     "0x83011000\n mov vr_addr, r0\n mov -, vw_wait\n mov -, vr_wait",
     "mov r0, unif\n mov vw_setup, 0x1a00\n mov vpm, r0\nmov vw_setup, 0x80904000\n mov vw_addr, r0\nmov -, vw_wait\n "
     "mov vr_setup, 0x83011000\n mov vr_addr, r0\n mov -, vr_wait"},
    {"D2",
     "mov r0, unif\n mov vr_setup, 0x83011000\n mov vr_addr, r0\nmov vr_setup, 0x101a00\n nop\n nop\n nop\n mov r1, "
     "vpm\nmov -, vr_wait",
     "mov r0, unif\n mov vr_setup, 0x83011000\n mov vr_addr, r0\nmov -, vr_wait\n mov vr_setup, 0x101a00\n nop\n nop\n "
     "nop\n mov r1, vpm\n"},
    {"D2",
     "mov r0, unif\n mov vr_setup, 0x83011000\n mov vr_addr, r0\nmov vw_setup, 0x80904000\n mov vw_addr, r0\nmov -, "
     "vw_wait\n mov -, vr_wait",
     "mov r0, unif\n mov vr_setup, 0x83011000\n mov vr_addr, r0\nmov -, vr_wait\n mov vw_setup, 0x80904000\n mov "
     "vw_addr, r0\nmov -, vw_wait"},
    {"D3",
     "mov r0, unif\n mov vw_setup, 0x1a00\n mov vpm, r0\nmov vw_setup, 0xc0000000\n mov vw_setup, 0x81104000\n mov "
     "vw_addr, r0\n mov -, vw_wait",
     "mov r0, unif\n mov vw_setup, 0x1a00\n mov vpm, r0\nmov vpm, r0\n mov vw_setup, 0xc0000000\n mov vw_setup, "
     "0x81104000\n mov vw_addr, r0\n mov -, vw_wait"},
    {"D3", "mov vr_setup, 0x101a00\n nop\n nop\n nop\n mov r1, vpm",
     "mov vr_setup, 0x101a00\n nop\n nop\n nop\n mov -, vpm"},
    {"D4",
     "mov r0, unif\n mov vw_setup, 0x1a00\n mov vpm, r0\nmov vpm, r0\n mov vw_setup, 0x81104000\n mov vw_addr, r0\n "
     "mov -, vw_wait",
     "mov r0, unif\n mov vw_setup, 0x1a00\n mov vpm, r0\nmov vw_setup, 0x80904000\n mov vw_addr, r0\nmov -, vw_wait"},
    {"D5",
     "mov r0, unif\n mov vw_setup, 0x1a3f\n mov vpm, r0\n mov vpm, r0\n mov vw_setup, 0xc0000000\n mov vw_setup, "
     "0x81105f80\n mov vw_addr, r0\n mov -, vw_wait",
     "mov r0, unif\n mov vw_setup, 0x1a3f\n mov vpm, r0\n mov vpm, r0\n mov vw_setup, 0xc0000000\n mov vw_setup, "
     "0x80905f80\n mov vw_addr, r0\n mov -, vw_wait"},
    {"D6", "mov vw_setup, 0xc0020000", "mov vw_setup, 0xc001ffff"},
    {"D6", "mov vr_setup, 0x90010000", "mov vr_setup, 0x90003000"},
    {"P7", "mov -, mutex", "mov -, mutex\n mov mutex, 0"},
    {"P8", "srel -, 3\n sacq -, 3\n sacq -, 3", "srel -, 3\n sacq -, 3"},
    {"P8", "mov.setf -, elem_num\n brr.allz -, :on\n srel -, 3\n nop\n nop\n srel -, 3\n sacq -, 3\n :on",
     "mov.setf -, unif\n brr.allz -, :on\n srel -, 3\n nop\n nop\n sacq -, 3\n sacq -, 3\n :on"},
};

std::string source_of(std::string_view text, const RuleCase& one) {
  return std::string(text) + (one.with_tail ? std::string(kTail) : std::string());
}

class EveryRule : public testing::TestWithParam<RuleCase> {};

TEST_P(EveryRule, FindsTheProgramThatBreaksIt) {
  const auto findings = check_text(source_of(GetParam().broken, GetParam()));
  const auto id = [](const Finding& finding) { return row_of(finding.rule).id; };
  EXPECT_NE(std::ranges::find(findings, GetParam().id, id), findings.end());
  for (const Finding& finding : findings)  // and nothing else, but H28 on the way to H28a
    EXPECT_TRUE(GetParam().id.starts_with(id(finding)))
        << id(finding) << " at " << finding.word << ": " << finding.text;
}

TEST_P(EveryRule, LeavesTheNearMissAlone) {
  EXPECT_EQ(ids_of(check_text(source_of(GetParam().sound, GetParam()))), std::vector<std::string>());
}

INSTANTIATE_TEST_SUITE_P(Table, EveryRule, testing::ValuesIn(kCases));

// What no assembler writes: one word between two good ones.
struct EncodingCase {
  std::string_view id;
  Word broken, sound;
};

void PrintTo(const EncodingCase& one, std::ostream* out) { *out << one.id; }

constexpr Word bits(Word value, int lowest) { return value << lowest; }
constexpr Word kLoadR0 = make_word(0x00000005, 0xe0020827);    // mov r0, 5
constexpr Word kBranchOn = make_word(0x00000000, 0xf0f809e7);  // brr -, 0
constexpr Word kMulR1 = make_word(0x209c1fff, 0xd00049e1);     // fmul r1, 1, 1
constexpr Word kPackedMul = kMulR1 | bits(1, 56);

constexpr EncodingCase kEncodingCases[] = {
    {"E1", kNop | bits(9, 24), kNop},
    {"E1", kNop | bits(29, 24), kNop},
    {"E2", (kBranchOn & ~bits(15, 52)) | bits(13, 52), kBranchOn},
    {"E3", kLoadR0 | bits(2, 57), kLoadR0 | bits(3, 57)},
    {"E4", kPackedMul | bits(2, 52), kPackedMul | bits(4, 52)},
    {"E4", kPackedMul | bits(12, 52), kPackedMul | bits(11, 52)},
    {"E5", kBranchOn | bits(1, 57), kBranchOn},
    {"P2", kBranchOn | 4, kBranchOn},
};

std::vector<std::string> check_between_nops(Word word) {
  const Word end = make_word(0x009e7000, 0x300009e7);
  return ids_of(check(std::vector<Word>{kNop, word, kNop, kNop, kNop, end, kNop, kNop}));
}

class EveryEncodingRule : public testing::TestWithParam<EncodingCase> {};

TEST_P(EveryEncodingRule, FindsTheWordThatBreaksIt) {
  EXPECT_EQ(check_between_nops(GetParam().broken), std::vector{std::string(GetParam().id) + "@1"});
}

TEST_P(EveryEncodingRule, LeavesTheNearMissAlone) {
  EXPECT_EQ(check_between_nops(GetParam().sound), std::vector<std::string>());
}

INSTANTIATE_TEST_SUITE_P(Table, EveryEncodingRule, testing::ValuesIn(kEncodingCases));

TEST(Rules, UnmappedReadsAreAllAddressesWithoutARegister) {
  const std::set<int> mapped = {32, 35, 38, 39, 41, 42, 48, 49, 50, 51};  // reference 2.8
  for (const char file : {'a', 'b'}) {
    for (int address = 32; address < 64; ++address) {
      const auto ids = ids_of(check_text(fmt::format("mov r0, r{}{}\n{}", file, address, kTail)));
      const bool found = std::ranges::any_of(ids, [](const std::string& id) { return id.starts_with("E7@"); });
      EXPECT_EQ(found, !mapped.contains(address)) << "r" << file << address;
    }
  }
}

TEST(Rules, EachHasItsCase) {
  std::set<std::string_view> tested;
  for (const RuleCase& one : kCases) tested.insert(one.id);
  for (const EncodingCase& one : kEncodingCases) tested.insert(one.id);
  for (const RuleRow& row : rules()) EXPECT_TRUE(tested.contains(row.id)) << row.id;
}

TEST(Rules, HaveIdsOfTheirOwnAndSayWhereTheyComeFrom) {
  std::set<std::string_view> ids;
  for (const RuleRow& row : rules()) {
    EXPECT_TRUE(ids.insert(row.id).second) << row.id;
    EXPECT_FALSE(row.text.empty() || row.reference.empty()) << row.id;
  }
}

}  // namespace
}  // namespace qpu
