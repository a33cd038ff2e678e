// SPDX-License-Identifier: MIT
// The program itself, from a shell.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace qpu::test {
namespace {

struct Outcome {
  int status = 0;
  std::string text;  // of both outputs
};

class Program : public testing::Test {
 protected:
  Program() : folder_(testing::TempDir() + "qpu_as_dis_" + std::to_string(getpid())) {
    std::filesystem::create_directories(folder_ / "lib");
    write("lib/names.qinc", ".set rb_mask, rb7\n");
    write("kernel.qasm", ".include <names.qinc>\n:top mov rb_mask, COUNT\n brr -, r:top\n");
    write("wrong.qasm", "nop\n add r0, ra1, ra2\n");
  }
  ~Program() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) { std::ofstream(folder_ / name) << text; }

  std::string read(const std::string& name) {
    std::ifstream file(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  Outcome run(const std::string& arguments) {
    const std::string command = "cd " + folder_.string() + " && " QPU_PROGRAM " " + arguments + " 2>&1";
    std::FILE* pipe = popen(command.c_str(), "r");
    Outcome outcome;
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) outcome.text += static_cast<char>(c);
    outcome.status = WEXITSTATUS(pclose(pipe));
    return outcome;
  }

 private:
  std::filesystem::path folder_;
};

constexpr const char* kWords = "0x00000005, 0xe00211e7,\n0xffffffd8, 0xf0f809e7,\n";

TEST_F(Program, AssemblesToHexadecimalWords) {
  const Outcome outcome = run("as kernel.qasm -I lib -D COUNT=2+3");
  EXPECT_EQ(outcome.text, kWords);
  EXPECT_EQ(outcome.status, 0);
}

TEST_F(Program, NamesWhatIsWrongWithAFile) {
  write("words.qasm", std::string("\0\1", 2));
  const std::pair<const char*, const char*> cases[] = {{"as lib", "lib: cannot be read: Is a directory"},
                                                       {"dis lib", "lib: cannot be read: Is a directory"},
                                                       {"check none.qasm", "none.qasm: cannot be read: No such file"},
                                                       {"as words.qasm", "words.qasm: not a text file"},
                                                       {"check words.qasm", "words.qasm: not a text file"},
                                                       {"as /dev/full", "/dev/full: is longer than 32 MiB"}};
  for (const auto& [arguments, reason] : cases) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 1) << arguments;
    EXPECT_NE(outcome.text.find(reason), std::string::npos) << outcome.text;
  }
}

TEST_F(Program, NamesTheSubcommandThatDoesNotExist) {
  const Outcome outcome = run("assemble kernel.qasm");
  EXPECT_EQ(outcome.status, 64);
  EXPECT_NE(outcome.text.find("assemble: unknown command; see qpu --help"), std::string::npos) << outcome.text;
}

TEST_F(Program, TakesASourceWithAByteOrderMark) {
  write("marked.qasm", "\xef\xbb\xbfnop\n");
  EXPECT_EQ(run("as marked.qasm").text, "0x009e7000, 0x100009e7,\n");
}

TEST_F(Program, ComesBackFromHexadecimalAndRawWords) {
  EXPECT_EQ(run("as kernel.qasm -I lib -D COUNT=5 -o kernel.hex").status, 0);
  EXPECT_EQ(run("as kernel.qasm -I lib -D COUNT=5 -o kernel.bin").status, 0);
  EXPECT_EQ(read("kernel.hex"), kWords);
  EXPECT_EQ(read("kernel.bin").size(), 16);
  const std::string source = ":l0\n      ldi rb7, 0x5\n      brr -, r:l0\n";
  EXPECT_EQ(run("dis kernel.hex").text, source);
  EXPECT_EQ(run("dis kernel.bin").text, source);
  EXPECT_EQ(run("dis - < kernel.hex | " QPU_PROGRAM " as -").text, kWords);
}

TEST_F(Program, ListsWordsBesideTheirLines) {
  const Outcome outcome = run("as kernel.qasm -I lib -D COUNT=5 -f listing");
  EXPECT_NE(outcome.text.find("000008  ffffffd8 f0f809e7  kernel.qasm:3"), std::string::npos) << outcome.text;
  EXPECT_NE(outcome.text.find(":top"), std::string::npos) << outcome.text;
}

TEST_F(Program, ShowsMistakesAndWritesNothing) {
  const Outcome outcome = run("as wrong.qasm -o wrong.hex");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.text.find("wrong.qasm:2:15: error: file A is read at one address"), std::string::npos)
      << outcome.text;
  EXPECT_EQ(read("wrong.hex"), "");
}

TEST_F(Program, SaysWhyAFileIsOfNoUse) {
  EXPECT_EQ(run("as none.qasm").text, "qpu: none.qasm: cannot be read: No such file or directory\n");
  EXPECT_NE(run("dis kernel.qasm").text.find("is not a 32-bit word"), std::string::npos);
  write("odd.bin", std::string("\x01\x02\x03", 3));
  EXPECT_NE(run("dis odd.bin").text.find("no whole number of 8-byte instructions"), std::string::npos);
  write("half.hex", "0x1, 0x2, 0x3");
  EXPECT_NE(run("dis half.hex").text.find("half a one"), std::string::npos);
}

TEST_F(Program, EndsWith64WhereItWasCalledWrongly) {
  EXPECT_EQ(run("").status, 64);
  EXPECT_EQ(run("as").status, 64);
  EXPECT_EQ(run("as kernel.qasm --format elf").status, 64);
  EXPECT_EQ(run("frobnicate").status, 64);
}

TEST_F(Program, ShowsHelpAndVersion) {
  EXPECT_EQ(run("--help").status, 0);
  EXPECT_NE(run("as --help").text.find("--include"), std::string::npos);
  EXPECT_EQ(run("--version").text.substr(0, 4), "qpu ");
}

}  // namespace
}  // namespace qpu::test
