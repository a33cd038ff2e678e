// SPDX-License-Identifier: MIT
// The program on this machine, and on what it takes for a Raspberry Pi.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "daemon/server/sockets/listen_socket.h"

#ifdef SPECTRUMD_SANITIZED  // what qpu emulate preloads and a sanitizer's library both want to be first
#define DISABLED_UNDER_SANITIZERS() GTEST_SKIP() << "qpu emulate does not run programs built for a sanitizer"
#else
#define DISABLED_UNDER_SANITIZERS() (void)0
#endif

namespace spectrumd {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;
using Json = nlohmann::json;

std::string output_of(const std::string& command) {
  std::string text;
  std::array<char, 4096> piece;
  FILE* const pipe = popen(command.c_str(), "r");
  while (const std::size_t count = fread(piece.data(), 1, piece.size(), pipe)) text.append(piece.data(), count);
  pclose(pipe);
  return text;
}

// On an emulated Raspberry Pi, which has no OpenCL.
std::string emulated(const std::string& ways) {
  // A separate folder for the owner of GPU memory: other tests have Pis as well.
  const std::string folder = testing::TempDir() + "live_doctor." + std::to_string(getpid());
  std::filesystem::create_directories(folder);
  return "exec env OCL_ICD_VENDORS=/nowhere XDG_RUNTIME_DIR=" + folder + " " QPU_PROGRAM " emulate " + ways + " -- ";
}

// What the doctor finds under an ID, line by line with the state it gives it: "OK: ...".
std::string finding(const std::string& before, const std::string& flags, const std::string& id) {
  const Json report = Json::parse(output_of(before + SPECTRUMD_PROGRAM " doctor --json " + flags));
  std::string lines;
  for (const Json& found : report["findings"])
    if (found["id"] == id)
      lines +=
          (lines.empty() ? "" : "\n") + found["state"].get<std::string>() + ": " + found["finding"].get<std::string>();
  return lines;
}

TEST(LiveDoctor, TriesTheBackendsOfThisBuild) {
  EXPECT_THAT(finding("", "", "FFT-01"), HasSubstr("OK: cpu: 1024 points in "));
  EXPECT_THAT(output_of(SPECTRUMD_PROGRAM " doctor"), HasSubstr("\nWill use: "));
}

TEST(LiveDoctor, SaysWhoWillTransform) {
  EXPECT_THAT(output_of(SPECTRUMD_PROGRAM " doctor --backend cpu"), HasSubstr("\nWill use: cpu: "));
  EXPECT_THAT(output_of(SPECTRUMD_PROGRAM " doctor --backend qpu"), HasSubstr("\nWill use: the QPUs if they work"));
}

// A port of this machine, at which a socket listens until this ends.
struct Listener {
  Listener() : socket(open_listen_socket("127.0.0.1:0", "")), port(std::to_string(port_of(socket))) {}
  ~Listener() { close(socket); }
  const int socket;
  const std::string port;
};

TEST(LiveDoctor, ConnectsToWhatFeedsNeed) {
  const Listener rig, broker, database, cluster;
  const std::string flags = "--follow rigctld:127.0.0.1:" + rig.port + " --mqtt mqtt://127.0.0.1:" + broker.port +
                            "/shack --influx 'http://127.0.0.1:" + database.port +
                            "/write?db=shack' --callsign DL1ABC" + " --spots dxcluster:127.0.0.1:" + cluster.port;
  EXPECT_EQ(finding("", flags, "FEED-02"), "OK: rigctld:127.0.0.1:" + rig.port + " accepts connections\n" +
                                               "OK: mqtt://127.0.0.1:" + broker.port + "/shack accepts connections\n" +
                                               "OK: http://127.0.0.1:" + database.port +
                                               "/write?db=shack accepts connections\n" +
                                               "OK: dxcluster:127.0.0.1:" + cluster.port + " accepts connections");
}

TEST(LiveDoctor, SaysWhyAFeedHasNothingToConnectTo) {
  EXPECT_THAT(finding("", "--follow rigctld:127.0.0.1:1", "FEED-02"),
              StartsWith("WARN: rigctld:127.0.0.1:1 is not reached: 127.0.0.1:1: "));
  EXPECT_THAT(finding("", "--follow tci:nowhere.invalid", "FEED-02"),
              StartsWith("WARN: tci:nowhere.invalid:40001 is not reached: nowhere.invalid:40001: "));
}

TEST(LiveDoctor, SaysWhyNoDatabaseTakesReports) {
  const std::string flags = "--report-store postgresql://shack@127.0.0.1:1/fleet";
  EXPECT_THAT(finding("", flags, "FLEET-01"),
              AllOf(StartsWith("WARN: postgresql://shack@127.0.0.1:1/fleet: "), HasSubstr("Connection refused")));
  EXPECT_THAT(finding("", flags + " --history none", "FLEET-02"), HasSubstr("there is no history on disk"));
}

int exit_status_of(const std::string& arguments) {
  const int status = std::system((SPECTRUMD_PROGRAM " doctor " + arguments + " >/dev/null 2>&1").c_str());
  return WEXITSTATUS(status);
}

TEST(LiveDoctor, EndsWith64ForWhatItDoesNotUnderstand) {
  EXPECT_EQ(exit_status_of("--nonsense"), 64);
  EXPECT_EQ(exit_status_of("--sysroot /nowhere"), 64);
  EXPECT_EQ(exit_status_of("--listen nonsense"), 2);  // a configuration that is wrong is a finding
}

// As a unit does whose RestrictAddressFamilies lacks AF_NETLINK.
void forbid_netlink() {
  sock_filter program[]{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_NETLINK, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAFNOSUPPORT),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog filter{.len = std::size(program), .filter = program};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) _exit(77);
}

TEST(LiveDoctor, SeesThatNetlinkIsForbidden) {
  if (!finding("", "", "USB-09").starts_with("OK: ")) GTEST_SKIP() << "libusb fails to start on this machine";
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    forbid_netlink();
    dup2(ends[1], STDOUT_FILENO);
    execl(SPECTRUMD_PROGRAM, SPECTRUMD_PROGRAM, "doctor", nullptr);
    _exit(127);
  }
  close(ends[1]);
  std::string said;
  std::array<char, 4096> piece;
  for (ssize_t count = 0; (count = read(ends[0], piece.data(), piece.size())) > 0;)
    said.append(piece.data(), static_cast<std::size_t>(count));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WEXITSTATUS(status) == 77) GTEST_SKIP() << "no seccomp filters on this machine";
  EXPECT_EQ(WEXITSTATUS(status), 2);
  EXPECT_THAT(said, HasSubstr("USB-09  FAIL  libusb fails to start: LIBUSB_ERROR_OTHER"));
}

TEST(LiveDoctor, OnAPiAsksTheFirmwareAndLeavesTheQpusAlone) {
  DISABLED_UNDER_SANITIZERS();
  const std::string pi = emulated("--board pi3 --gpu-mem 64");
  EXPECT_THAT(finding(pi, "", "PI-07"), HasSubstr("answers: Raspberry Pi 3B, 64 MiB of GPU memory"));
  EXPECT_EQ(finding(pi, "", "PI-12"), "OK: no throttling by voltage or heat since boot");
  EXPECT_THAT(finding(pi, "", "PI-09"), StartsWith("SKIP: QPUs not tested"));
  const std::string stays_off = emulated("--fault refused-enable --fault mem-eperm");
  EXPECT_EQ(finding(stays_off, "", "PI-10"), "");
}

TEST(LiveDoctor, OnAPiProbesTheQpusOnRequest) {
  DISABLED_UNDER_SANITIZERS();
  EXPECT_THAT(finding(emulated("--board pi3"), "--probe", "PI-09"), StartsWith("OK: qpu:real: 1024 points in "));
  EXPECT_THAT(finding(emulated("--board pi1"), "--probe", "PI-10"), StartsWith("OK: "));
}

TEST(LiveDoctor, OnAPiReportsEachProblemOfTheQpus) {
  DISABLED_UNDER_SANITIZERS();
  struct Case {
    const char *fault, *id, *text;
  };
  for (const Case& each :
       {Case{"refused-enable", "PI-09", "the kernel's vc4 driver owns V3D"},
        Case{"no-memory", "PI-09", "bytes are not available in the"}, Case{"time-out", "PI-09", "they hang"},
        Case{"hang", "PI-09", "they hang"}, Case{"etimedout", "PI-09", "within the second the kernel waits"},
        Case{"mem-eperm", "PI-10", "it requires root, or CAP_SYS_RAWIO"},
        Case{"mem-mmap-eperm", "PI-10", "the kernel forbids mapping it"}, Case{"powered-off", "PI-10", "powered off"},
        Case{"eperm", "PI-07", "it is a restricted vcio node"}})
    EXPECT_THAT(finding(emulated(std::string("--fault ") + each.fault), "--probe", each.id), HasSubstr(each.text))
        << each.fault;
}

}  // namespace
}  // namespace spectrumd
