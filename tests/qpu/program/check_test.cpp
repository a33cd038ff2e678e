// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "qpu/hazards/rules.h"
#include "tests/qpu/program/run_qpu.h"

namespace qpu {
namespace {

constexpr std::string_view kEnd = "nop; nop; thrend\nnop\nnop\n";

// Files of one test, gone with it.
class CheckCommand : public testing::Test {
 protected:
  CheckCommand() { std::filesystem::create_directories(folder_); }
  ~CheckCommand() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name, std::string_view contents) const {
    const std::string path = folder_ / name;
    std::ofstream(path, std::ios::binary) << contents;
    return path;
  }
  std::string source(std::string_view text) const { return file("test.qasm", std::string(text) + std::string(kEnd)); }

 private:
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() /
      ("qpu_check_" + std::to_string(getpid()) + testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(CheckCommand, SaysNothingOfAGoodProgram) {
  const ProgramRun run = run_qpu("check " + source("mov r0, 1\n"));
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.output, "");
}

TEST_F(CheckCommand, PointsAtTheLineThatBreaksARule) {
  const std::string path = source("mov ra1, 1\nmov r0, ra1\n");
  const ProgramRun run = run_qpu("check " + path);
  EXPECT_EQ(run.status, 1);
  EXPECT_NE(run.output.find(path + ":2: error: "), std::string::npos) << run.output;
  EXPECT_NE(run.output.find("[H1, reference 4]"), std::string::npos) << run.output;
  EXPECT_NE(run.output.find(path + ":1: note: "), std::string::npos) << run.output;
}

TEST_F(CheckCommand, LetsANotePassUnlessStrict) {
  const std::string path = source("mov r0, unif\nmov vw_addr, r0\n");
  EXPECT_EQ(run_qpu("check " + path).status, 0);
  EXPECT_EQ(run_qpu("check --strict " + path).status, 1);
}

TEST_F(CheckCommand, WritesJsonForOtherPrograms) {
  const ProgramRun run = run_qpu("check --json " + source("mov ra1, 1\nmov r0, ra1\n"));
  const auto findings = nlohmann::json::parse(run.output);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0]["rule"], "H1");
  EXPECT_EQ(findings[0]["severity"], "error");
  EXPECT_EQ(findings[0]["word"], 1);
  EXPECT_EQ(findings[0]["related_word"], 0);
}

TEST_F(CheckCommand, ReadsHexAsCArraysHoldIt) {
  // mov r0, ra1 with nothing in ra1; then the end.
  const std::string path = file("code.hex",
                                "/* code */\n0x15067d80, 0x10020827, // mov r0, ra1\n0x009e7000, 0x300009e7,\n"
                                "0x009e7000, 0x100009e7,\n0x009e7000, 0x100009e7,\n");
  const ProgramRun run = run_qpu("check " + path);
  EXPECT_EQ(run.status, 1);
  EXPECT_NE(run.output.find(path + ": word 0: warning: ra1 is read"), std::string::npos) << run.output;
}

TEST_F(CheckCommand, ReadsBinary) {
  const std::string word("\x00\x70\x9e\x00\xe7\x09\x00\x10", 8);
  const ProgramRun run = run_qpu("check " + file("code.bin", word + word));
  EXPECT_EQ(run.status, 1);
  EXPECT_NE(run.output.find("word 1: error: no instruction follows"), std::string::npos) << run.output;
}

TEST_F(CheckCommand, RefusesWhatIsNoCode) {
  const ProgramRun odd = run_qpu("check " + file("code.hex", "0x1, 0x2, 0x3"));
  EXPECT_EQ(odd.status, 1);
  EXPECT_NE(odd.output.find("an instruction is two words"), std::string::npos) << odd.output;
  const ProgramRun word = run_qpu("check " + file("code.hex", "0x1,\nnop"));
  EXPECT_EQ(word.status, 1);
  EXPECT_NE(word.output.find("code.hex: 'nop' is not a 32-bit word"), std::string::npos) << word.output;
  const ProgramRun missing = run_qpu("check /nowhere/code.bin");
  EXPECT_EQ(missing.status, 1);
  EXPECT_NE(missing.output.find("No such file"), std::string::npos) << missing.output;
}

TEST_F(CheckCommand, PrintsEveryRule) {
  const ProgramRun run = run_qpu("check --rules");
  EXPECT_EQ(run.status, 0);
  for (const RuleRow& row : rules()) EXPECT_NE(run.output.find(std::string(row.text)), std::string::npos) << row.id;
}

TEST_F(CheckCommand, AsksForAFile) { EXPECT_EQ(run_qpu("check").status, 64); }

}  // namespace
}  // namespace qpu
