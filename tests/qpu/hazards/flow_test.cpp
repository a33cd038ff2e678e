// SPDX-License-Identifier: MIT
#include "qpu/hazards/flow.h"

#include <gtest/gtest.h>

#include "tests/qpu/hazards/check_text.h"

namespace qpu {
namespace {

TEST(Flow, FollowsADelaySlotToTheTarget) {
  EXPECT_EQ(ids_in("brr -, :on\n nop\n nop\n mov ra1, 1\n mov r0, ra1\n :on mov r1, ra1"), Ids{"H1@5"});
}

TEST(Flow, DoesNotPairADelaySlotWithWhatABranchSkips) {
  EXPECT_EQ(ids_in("mov ra1, 0\n brr -, :on\n nop\n nop\n mov ra1, 1\n mov r0, ra1\n :on mov r1, 1"), Ids());
}

TEST(Flow, TakesBothWaysOfACondition) {
  const std::string source = "mov ra1, 0\n mov.setf r0, elem_num\n brr.allz -, :on\n nop\n nop\n mov ra1, 1\n";
  EXPECT_EQ(ids_in(source + "mov r0, ra1\n :on mov r1, ra1"), (Ids{"H1@6", "H1@7"}));
}

TEST(Flow, ExecutesTheSlotsOfABranchInAThirdSlotAtTheFirstTarget) {
  EXPECT_EQ(
      ids_in("brr -, :a\n nop\n nop\n brr -, :b\n nop\n :a nop\n nop\n mov ra1, 1\n mov r1, ra1\n :b mov r0, ra1"),
      Ids{"H1@9"});
}

TEST(Flow, ReturnsFromASubroutineThroughItsLink) {
  const std::string calls =
      "brr ra0, :sub\n nop\n nop\n nop\n brr ra0, :sub\n nop\n nop\n nop\n brr -, :end\n nop\n nop\n nop\n";
  EXPECT_EQ(ids_in(calls + ":sub nop\n bra -, ra0\n nop\n nop\n mov r0, ra7\n :end"), Ids{"P4@16"});
}

TEST(Flow, KnowsAProcedureByTheAddressALinkHasCaptured) {
  const std::string procedure =
      "brr ra1, :past\n nop\n nop\n nop\n mov r1, r2\n bra -, ra0\n nop\n nop\n nop\n :past\n";
  EXPECT_EQ(ids_in(procedure + "bra ra0, ra1\n nop\n nop\n nop"), Ids{"P4@4"});
}

TEST(Flow, ClaimsNothingBehindAnUnknownBranchButTheSureThings) {
  const std::string source = "mov r0, unif\n mov ra1, unif\n nop\n bra -, ra1\n nop\n nop\n nop\n";
  EXPECT_EQ(ids_in(source + "mov r0, ra7\n nop; nop; ldtmu0\n mov.ifz r0, r4\n mov ra3, r0\n mov r1, ra3"),
            Ids{"H1@11"});
}

TEST(Flow, TakesATableBehindAnUnknownBranchForData) {
  const std::string source = "mov ra1, unif\n nop\n bra -, ra1\n nop\n nop\n nop\n nop; nop; thrend\n nop\n nop\n";
  const Program program = assemble(source + ".int 1, 2, 3, 4", "test.qasm");
  ASSERT_TRUE(program.ok());
  EXPECT_EQ(ids_of(check(program.words)), Ids());
}

TEST(Flow, CountsRequestsOfALoopThatKeepsThemLevel) {
  EXPECT_EQ(ids_in("mov r0, unif\n mov.setf r1, elem_num\n .rep i, 3\n mov t0s, r0\n .endr\n"
                   ":more mov t0s, r0\n brr.anynz -, :more\n nop; nop; ldtmu0\n nop\n nop\n"
                   ".rep i, 3\n nop; nop; ldtmu0\n .endr"),
            Ids());
}

TEST(Flow, CountsTheFifthRequestInALoop) {
  EXPECT_EQ(ids_in("mov r0, unif\n mov.setf r1, elem_num\n .rep i, 4\n mov t0s, r0\n .endr\n"
                   ":more mov t0s, r0\n brr.anynz -, :more\n nop; nop; ldtmu0\n nop\n nop\n"
                   ".rep i, 4\n nop; nop; ldtmu0\n .endr"),
            Ids{"H28@6"});
}

TEST(Flow, CountsVpmReadsOnlyWhereEveryWayAgrees) {
  EXPECT_EQ(ids_in("mov.setf r1, elem_num\n mov vr_setup, 0x1a00\n nop\n nop\n nop\n"
                   ":more brr.anynz -, :more\n mov r0, vpm\n nop\n nop"),
            Ids());
}

TEST(Flow, EndsForALoopThatCountsAConstantUp) {
  EXPECT_EQ(ids_in("mov r0, 0\n mov.setf r1, elem_num\n :more add r0, r0, 1\n brr.anynz -, :more\n nop\n nop\n nop"),
            Ids());
}

TEST(Flow, ReportsARegisterThatNothingHasWrittenOnce) {
  EXPECT_EQ(ids_in("mov r0, ra1\n mov r1, ra1\n mov r2, ra2"), (Ids{"P4@0", "P4@2"}));
}

TEST(Flow, StaysInsideAnEmptyProgram) { EXPECT_EQ(ids_of(check({})), Ids{"P1@0"}); }

}  // namespace
}  // namespace qpu
