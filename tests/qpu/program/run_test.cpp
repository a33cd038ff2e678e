// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/qpu/program/run_qpu.h"

namespace qpu {
namespace {

// A folder that goes when the test is over.
class Run : public testing::Test {
 protected:
  Run() : folder_(std::filesystem::temp_directory_path() / ("qpu_run_" + std::to_string(getpid()))) {
    std::filesystem::create_directory(folder_);
  }
  ~Run() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
    return path(name);
  }
  std::string read(const std::string& name) const {
    std::ifstream file(path(name));
    return {std::istreambuf_iterator<char>(file), {}};
  }

  // Stores its uniform 1 at uniform 0, sixteen times.
  std::string store() const {
    return write("store.qasm",
                 "mov r0, unif\n"
                 "mov -, mutex\n"  // the row of the VPM is everybody's
                 "mov vw_setup, vpm_setup(1, 1, h32(0))\n"
                 "mov vpm, unif\n"
                 "mov vw_setup, vdw_setup_0(1, 16, dma_h32(0, 0))\n"
                 "mov vw_addr, r0\n"
                 "mov -, vw_wait\n"
                 "mov mutex, 0\n"
                 "nop; nop; thrend\n"
                 "nop\n"
                 "nop\n");
  }

  std::filesystem::path folder_;
};

// Two meetings by the same semaphores: who is fast may take the release of who sleeps.
TEST_F(Run, LetsTheQpusTakeTheirTurnsInAnotherOrder) {
  const std::string meet =
      "run --qpus 3 --uniforms %q " + write("meet.qasm",
                                            "mov.setf r0, unif\n"
                                            "brr.anynz -, r:others\n nop\n nop\n nop\n"
                                            ".rep i, 2\n"
                                            "sacq -, 1\n sacq -, 1\n srel -, 2\n srel -, 2\n"
                                            ".endr\n"
                                            "nop; nop; thrend\n nop\n nop\n"
                                            ":others\n"
                                            ".rep i, 2\n srel -, 1\n sacq -, 2\n .rep k, 40\n nop\n .endr\n .endr\n"
                                            "nop; nop; thrend\n nop\n nop\n");
  for (const char* order : {"time", "reverse", "round-robin", "random --seed 3"})
    EXPECT_EQ(run_qpu(meet + " --schedule " + order).status, 0) << order;
  const ProgramRun stuck = run_qpu(meet + " --schedule until-stall");
  EXPECT_EQ(stuck.status, 1);
  EXPECT_NE(stuck.output.find("deadlock"), std::string::npos) << stuck.output;
}

TEST_F(Run, TakesTheSourceWhereverItStandsAmongTheOptions) {
  const std::string options = " --memory out=64 --uniforms @out,5 --print out:u32",
                    expected = run_qpu("run " + store() + options).output;
  EXPECT_NE(expected.find("        5        5"), std::string::npos) << expected;
  EXPECT_EQ(run_qpu("run" + options + " " + store()).output, expected);
  EXPECT_EQ(run_qpu("run --memory out=64 " + store() + " --uniforms @out,5 --print out:u32").output, expected);
  const ProgramRun traced = run_qpu("run" + options + " --trace " + store());
  EXPECT_EQ(traced.status, 0);
  EXPECT_NE(traced.output.find("store.qasm:4"), std::string::npos) << traced.output;
  EXPECT_NE(read("store.qasm"), "");
}

TEST_F(Run, RefusesAnEmptyProgram) {
  const ProgramRun run = run_qpu("run " + write("empty.qasm", "# nothing\n"));
  EXPECT_EQ(run.status, 1);
  EXPECT_NE(run.output.find("holds no instruction"), std::string::npos) << run.output;
}

TEST_F(Run, NeverWritesATraceOverASource) {
  const ProgramRun run = run_qpu("run " + store() + " --memory out=64 --uniforms @out,5 --trace " + path("other.qasm"));
  EXPECT_EQ(run.status, 64);
  EXPECT_NE(run.output.find("other.qasm is a source"), std::string::npos) << run.output;
  EXPECT_FALSE(std::filesystem::exists(path("other.qasm")));
}

TEST_F(Run, TakesDefinitionsAndIncludesAsTheAssemblerDoes) {
  std::filesystem::create_directory(folder_ / "lib");
  write("lib/end.qinc", "nop; nop; thrend\nnop\nnop\n");
  const std::string source = write("defined.qasm", ".assert VALUE == 7\n.include <end.qinc>\n");
  EXPECT_EQ(run_qpu("run -D VALUE=7 -I " + path("lib") + " " + source).output, "");
  EXPECT_EQ(run_qpu("run --include " + path("lib") + " --define VALUE=8 " + source).status, 1);
}

TEST_F(Run, GivesUniformsAsNumbersFloatsPlacesAndTheQpuItself) {
  const std::pair<const char*, const char*> cases[] = {
      {"-3", "fffffffd"}, {"0x20", "00000020"}, {"1.5", "3fc00000"}, {"%n", "00000001"}, {"%q", "00000000"}};
  for (const auto& [uniform, word] : cases) {
    const ProgramRun run = run_qpu("run " + store() + " --memory out=64 --uniforms @out," + uniform + " --print out");
    EXPECT_EQ(run.status, 0) << run.output;
    EXPECT_NE(run.output.find(std::string(word) + " " + word), std::string::npos) << uniform << run.output;
  }
}

TEST_F(Run, StartsOneProgramAQpuWithUniformsOfItsOwn) {
  const std::string each = " --uniforms @out,7 --uniforms @out+64,8";
  const ProgramRun run = run_qpu("run " + store() + " --qpus 2 --memory out=128 --print out:u32 --json" + each);
  ASSERT_EQ(run.status, 0) << run.output;
  const auto object = nlohmann::json::parse(run.output);
  EXPECT_EQ(object["memory"]["out"][15], 7);
  EXPECT_EQ(object["memory"]["out"][16], 8);
  EXPECT_EQ(object["programs"], 2);
  EXPECT_EQ(object["instructions"], 22);
  const ProgramRun wrong = run_qpu("run " + store() + " --qpus 3 --memory out=128" + each);
  EXPECT_EQ(wrong.status, 1);
  EXPECT_NE(wrong.output.find("once for each"), std::string::npos) << wrong.output;
}

TEST_F(Run, ReadsAndWritesFiles) {
  write("in", "sixteen words of memory: sixty-four bytes in all, as read here.");
  const std::string copy =
      "mov vr_setup, vdr_setup_0(3, 16, 1, vdr_h32(1, 0, 0))\nmov vr_addr, unif\nmov -, vr_wait\n"
      "mov vw_setup, vdw_setup_0(1, 16, dma_h32(0, 0))\nmov vw_addr, unif\nmov -, vw_wait\n"
      "nop; nop; thrend\nnop\nnop\n";
  const ProgramRun run = run_qpu("run " + write("copy.qasm", copy) + " --memory in=" + path("in") +
                                 " --memory out=64 --uniforms '@in @out' --out out=" + path("out"));
  ASSERT_EQ(run.status, 0) << run.output;
  EXPECT_EQ(read("out").substr(0, 63), read("in"));
}

TEST_F(Run, TracesWhatIsIssuedWrittenAndWaitedFor) {
  const ProgramRun run = run_qpu("run " + store() + " --memory out=64 --uniforms @out,5 --trace=" + path("trace"));
  ASSERT_EQ(run.status, 0) << run.output;
  const std::string trace = read("trace");
  for (const char* part : {"q0", "store.qasm:4", "vpm = 00000005", "for VDW wait]"})
    EXPECT_NE(trace.find(part), std::string::npos) << part << '\n' << trace;
  EXPECT_EQ(std::count(trace.begin(), trace.end(), '\n'), 11);
}

TEST_F(Run, EndsWithAReportThatNamesTheLine) {
  const std::string broken = write("broken.qasm", "mov ra1, 5\nmov r0, ra1\nnop; nop; thrend\nnop\nnop\n");
  const ProgramRun fault = run_qpu("run " + broken);
  EXPECT_EQ(fault.status, 1);
  for (const char* part : {"broken hazard", "H1", "broken.qasm:2", "QPU 0", "ra1"})
    EXPECT_NE(fault.output.find(part), std::string::npos) << part << '\n' << fault.output;
  const ProgramRun lenient = run_qpu("run " + broken + " --hazards hardware");
  EXPECT_EQ(lenient.status, 0) << lenient.output;
  EXPECT_NE(lenient.output.find("H1"), std::string::npos) << "reported all the same";
}

TEST_F(Run, TracesWhatALookUpDelivers) {
  const std::string source = write("look.qasm", "mov t0s, unif\n nop; nop; ldtmu0\n nop; nop; thrend\n nop\n nop\n");
  const ProgramRun traced = run_qpu("run --memory in=64:count --uniforms @in --trace " + source);
  EXPECT_NE(traced.output.find("  r4 = 00000000"), std::string::npos) << traced.output;
}

TEST_F(Run, StopsRunawaysAndDeadlocks) {
  const ProgramRun runaway = run_qpu("run --limit 10000 " + write("loop.qasm", ":a brr -, :a\nnop\nnop\nnop\n"));
  EXPECT_EQ(runaway.status, 1);
  EXPECT_NE(runaway.output.find("runaway"), std::string::npos) << runaway.output;
  const ProgramRun deadlock = run_qpu("run " + write("wait.qasm", "mov -, sacq(3)\nnop; nop; thrend\nnop\nnop\n"));
  EXPECT_EQ(deadlock.status, 1);
  EXPECT_NE(deadlock.output.find("semaphore 3"), std::string::npos) << deadlock.output;
}

TEST_F(Run, RelocatesAbsoluteBranches) {
  const std::string jump = "bra -, :there\nnop\nnop\nnop\n.int 0, 0\n:there nop; nop; thrend\nnop\nnop\n";
  const ProgramRun run = run_qpu("run " + write("jump.qasm", jump));
  EXPECT_EQ(run.status, 0) << run.output;
}

TEST_F(Run, PutsTheCommandLineBeforeTheRunLine) {
  const std::string text = "# run: --memory out=64 --uniforms @out,1 --print out:u32\n" + read("store.qasm");
  store();
  const std::string path = write("lined.qasm", text + read("store.qasm"));
  EXPECT_NE(run_qpu("run " + path).output.find(" 1  "), std::string::npos);
  EXPECT_NE(run_qpu("run " + path + " --uniforms @out,2").output.find(" 2  "), std::string::npos);
}

TEST_F(Run, ExplainsWhatItCannotDo) {
  const std::pair<const char*, const char*> cases[] = {{"--uniforms @nowhere", "no area is called nowhere"},
                                                       {"--memory out", "NAME=BYTES"},
                                                       {"--memory out=64:noise", "unknown filling"},
                                                       {"--uniforms five", "not a number"},
                                                       {"--print out:octal --memory out=64", "unknown format"},
                                                       {"--memory a=1 --memory a=1", "two areas"},
                                                       {"--memory a=/nonexistent/file", "/nonexistent/file"}};
  const std::string file = write("end.qasm", "nop; nop; thrend\nnop\nnop\n");
  for (const auto& [options, text] : cases) {
    const ProgramRun run = run_qpu("run " + file + " " + options);
    EXPECT_EQ(run.status, 1) << options;
    EXPECT_NE(run.output.find(text), std::string::npos) << options << '\n' << run.output;
  }
  EXPECT_EQ(run_qpu("run " + file + " --hazards maybe").status, 64);
  EXPECT_EQ(run_qpu("run " + file + " --qpus 13").status, 64);
  EXPECT_EQ(run_qpu("run " + file + " --board pi9").status, 64);
}

}  // namespace
}  // namespace qpu
