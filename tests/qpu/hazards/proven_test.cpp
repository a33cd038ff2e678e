// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/qpu/hazards/check_text.h"

// Habits of kernels that run on real chips (reference 10.10, appendix C): the checker has nothing to say to them.
namespace qpu {
namespace {

TEST(ProvenHabit, BothAlusWriteAnAccumulatorUnderComplementaryConditions) {
  EXPECT_EQ(ids_in("mov r0, 1\n mov r1, 2\n and.setf -, elem_num, 1\n fadd.ifz r2, r0, r1 ; fmul.ifnz r2, r0, r1"),
            Ids());
}

TEST(ProvenHabit, AUniformIsReadBesideALoad) {
  EXPECT_EQ(ids_in("mov t0s, unif\n mov ra1, unif ; nop; ldtmu0\n mov t0s, r4\n add t0s, r4, unif\n"
                   "nop; nop; ldtmu0\n nop; nop; ldtmu0"),
            Ids());
}

TEST(ProvenHabit, StoresAreSetUpAndStartedBackToBack) {
  EXPECT_EQ(ids_in("mov r0, unif\n mov vw_setup, 0x1a00\n .rep i, 16\n mov vpm, r0\n .endr\n .rep i, 16\n mov "
                   "vw_setup, 0x80904000 + i*0x80\n mov vw_addr, r0\n .endr\n mov -, vw_wait"),
            Ids());
}

TEST(ProvenHabit, ABranchFillsTheThirdSlot) {
  EXPECT_EQ(ids_in("brr ra0, :sub\n nop\n nop\n brr -, :on\n :sub nop\n nop\n nop\n :on nop"), Ids());
}

TEST(ProvenHabit, FilesSwapInOneWord) {
  EXPECT_EQ(ids_in("mov ra1, 1\n mov rb1, 2\n nop\n mov ra1, rb1 ; mov rb1, ra1"), Ids());
}

TEST(ProvenHabit, SlavesReadBackBeforeTheyTellTheMaster) {
  EXPECT_EQ(
      ids_in("mov r0, elem_num\n mov vw_setup, 0x101200\n mov vpm, r0\n mov vr_setup, 0x101200\n nop\n nop\n nop\n"
             "mov -, vpm\n mov -, srel(9)\n mov -, sacq(1)"),
      Ids());
}

TEST(ProvenHabit, TheMasterReleasesItsSlavesAndStoresWithoutReadingBack) {
  EXPECT_EQ(ids_in("mov r0, unif\n mov vw_setup, 0xc0000040\n mov vw_setup, 0x1200\n mov vpm, r0\n mov -, vw_wait\n "
                   ".rep i, 7\n mov -, sacq(9+i)\n"
                   "mov -, srel(1+i)\n .endr\n mov vw_setup, 0x88104000\n mov vw_addr, r0\n mov -, vw_wait"),
            Ids());
}

TEST(ProvenHabit, RowsOfTheVpmAreHandedOnAfterTheirStore) {
  EXPECT_EQ(ids_in("mov r0, unif\n mov -, sacq(4)\n mov vw_setup, 0x1a00\n mov vpm, r0\n mov vw_setup, 0x80904000\n"
                   "mov vw_addr, r0\n mov -, vw_wait\n mov -, srel(4)"),
            Ids());
}

TEST(ProvenHabit, ATableOfEntriesIsAddressedByANumberFromOutside) {
  EXPECT_EQ(ids_in("brr ra1, :past\n nop\n nop\n nop\n"
                   "brr -, :one\n nop\n nop\n nop\n brr -, :two\n nop\n nop\n nop\n"
                   ":one nop\n bra -, ra0\n nop\n nop\n nop\n :two bra -, ra0\n nop\n nop\n nop\n"
                   ":past mov r0, unif\n shl r0, r0, 5\n add ra1, ra1, r0\n nop\n bra ra0, ra1\n nop\n nop\n nop"),
            Ids());
}

TEST(ProvenHabit, TheOldValueOfR4IsTakenByTheWordThatLoadsTheNext) {
  EXPECT_EQ(ids_in("mov t0s, unif\n mov t0s, unif\n nop; nop; ldtmu0\n mov r0, r4 ; nop; ldtmu0\n mov r1, r4"), Ids());
}

TEST(ProvenHabit, TheEndMovesAnAccumulatorToItself) {
  EXPECT_EQ(ids_of(check_text("mov irq, 1\n mov r0, r0; mov r0, r0; thrend\n mov r0, r0; mov r0, r0\n mov r0, r0; "
                              "mov r0, r0\n")),
            Ids());
}

// Lanes with bit 1 set get something new, and only the others take it from there: lanes whose partner is in their quad.
TEST(ProvenHabit, LanesExchangeWithThoseThatAMaskedWriteLeavesAlone) {
  const std::string mask = "mov r0, elem_num\n mov r1, 7\n and.setf -, elem_num, 2\n ";
  EXPECT_EQ(ids_in(mask + "mov.ifnz r0, r1\n nop; mov.ifz r2, r0 << 2"), Ids());
  EXPECT_EQ(ids_in("mov r0, elem_num\n and.setf -, elem_num, 8\n add.ifz r0, r0, 1\n nop; mov.ifz r2, r0 >> 8"), Ids());
  EXPECT_EQ(ids_in("mov r0, elem_num\n and.setf -, elem_num, 8\n add.ifnz r0, r0, 1\n nop; mov.ifz r2, r0 >> 8"),
            Ids{"H5@3"});
}

TEST(ProvenHabit, EveryStoreOfALibrarySetsTheBlockMode) {
  EXPECT_EQ(ids_in("mov r0, unif\n mov vw_setup, 0x1a00\n .rep i, 16\n mov vpm, r0\n .endr\n mov vw_setup, 0xc0010000\n"
                   "mov vw_setup, 0x88010000\n mov vw_addr, r0\n mov -, vw_wait"),
            Ids());
}

TEST(ProvenHabit, TheEndTellsTheHostFirst) { EXPECT_EQ(ids_in("mov irq, 1\n nop"), Ids()); }

}  // namespace
}  // namespace qpu
