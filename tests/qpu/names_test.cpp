// SPDX-License-Identifier: MIT
#include "qpu/names.h"

#include <gtest/gtest.h>

#include <set>

#include "qpu/registers.h"
#include "tests/qpu/assembler/assembled.h"

namespace qpu::test {
namespace {

TEST(Names, ComeBackToWhatTheyName) {
  for (int op = 0; op < 32; ++op) {
    const std::string_view name = name_of(static_cast<AddOp>(op));
    EXPECT_TRUE(name.empty() || add_op_named(name) == static_cast<AddOp>(op)) << name;
  }
  for (int op = 0; op < 8; ++op) EXPECT_EQ(mul_op_named(name_of(static_cast<MulOp>(op))), static_cast<MulOp>(op));
  for (int signal = 2; signal < 13; ++signal)
    EXPECT_EQ(signal_named(name_of(static_cast<Signal>(signal))), static_cast<Signal>(signal));
  for (int condition = 2; condition < 8; ++condition)
    EXPECT_EQ(condition_named(name_of(static_cast<Condition>(condition))), static_cast<Condition>(condition));
  for (int condition = 0; condition < 12; ++condition)
    EXPECT_EQ(branch_condition_named(name_of(static_cast<BranchCondition>(condition))),
              static_cast<BranchCondition>(condition));
}

TEST(Names, AreEmptyForReservedOperations) {
  for (const int op : {9, 10, 11, 25, 26, 27, 28, 29}) EXPECT_EQ(name_of(static_cast<AddOp>(op)), "") << op;
}

TEST(Names, TellNClearFromCarryClear) {
  EXPECT_EQ(condition_named("ifnc"), Condition::NegativeClear);
  EXPECT_EQ(condition_named("ifcc"), Condition::CarryClear);
  EXPECT_EQ(branch_condition_named("allnc"), BranchCondition::AllCarryClear);
  EXPECT_EQ(branch_condition_named("allnn"), BranchCondition::AllNegativeClear);
}

TEST(Signals, HaveBothTheirNames) {
  const std::pair<const char*, Signal> both[] = {
      {"break", Signal::Breakpoint},       {"tswitch", Signal::ThreadSwitch},  {"tend", Signal::ThreadEnd},
      {"waitscb", Signal::ScoreboardWait}, {"unlscb", Signal::ScoreboardDone}, {"lswitch", Signal::LastThreadSwitch},
      {"ldcvtlb", Signal::LoadCoverage},   {"ldcotlb", Signal::LoadColour},    {"ldcoend", Signal::LoadColourAndEnd},
      {"ldaltlb", Signal::LoadAlphaMask}};
  for (const auto& [name, signal] : both) EXPECT_EQ(decode(assembled_word(name)).signal, signal) << name;
}

TEST(Peripherals, HaveEachNameOnce) {
  std::set<std::string_view> seen;
  for (const PeripheralName& p : peripherals()) EXPECT_TRUE(seen.insert(p.name).second) << p.name;
}

// Each name assembles to the address the table gives, through a port or into a space that it has there.
TEST(Peripherals, AreReadAndWrittenWhereTheReferenceSays) {
  for (const PeripheralName& p : peripherals()) {
    const std::string name(p.name);
    if (p.read_a || p.read_b) {
      const Instruction i = decode(assembled_word("mov r0, " + name));
      EXPECT_EQ(p.read_a ? i.read_a : i.read_b, p.address) << name;
      EXPECT_EQ(p.read_a ? i.read_b : i.read_a, kNowhere) << name;
    }
    if (p.write_a || p.write_b) {
      const Instruction i = decode(assembled_word("mov " + name + ", r0"));
      EXPECT_EQ(i.add_write, p.address) << name;
      EXPECT_EQ(i.write_swap, !p.write_a) << name;
    }
  }
}

}  // namespace
}  // namespace qpu::test
