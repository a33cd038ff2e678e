// SPDX-License-Identifier: MIT
#include "daemon/service/daemon.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <utility>

#include "daemon/sources/iq_source.h"
#include "tests/daemon/server/http_client.h"
#include "tests/eventually.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

Settings on_a_free_port() {
  Settings settings;
  settings.source = "sim";
  settings.server.listen = "127.0.0.1:0";
  settings.users.folder = "none";
  settings.watch.folder = "none";  // that of the user who runs the tests is left alone
  return settings;
}

bool says(const Daemon& daemon, std::string_view text) { return daemon.status_line().find(text) != std::string::npos; }

std::uint16_t port_of(const Daemon& daemon) {
  const std::string url = daemon.url();
  return static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
}

HttpClient client_of(const Daemon& daemon) { return HttpClient(port_of(daemon)); }

TEST(Daemon, ServesAtTheAddressItNames) {
  Daemon daemon(on_a_free_port());
  EXPECT_TRUE(daemon.url().starts_with("http://127.0.0.1:")) << daemon.url();
  EXPECT_FALSE(daemon.url().ends_with(":0"));
  EXPECT_EQ(daemon.silent_thread(), std::nullopt);
}

TEST(Daemon, ReloadTakesOverWhatDiffers) {
  const Settings first = on_a_free_port();
  Daemon daemon(first);
  Settings second = first;
  second.tuning.center = {100.2e6};
  second.analysis.fft = 2048;
  daemon.reload(second);
  EXPECT_TRUE(eventually([&] { return says(daemon, "100.2M"); }, 10s))  // the radio picks it up between blocks
      << daemon.status_line();
}

TEST(Daemon, ReloadTakesOverTheRadioAndTheServerTogether) {
  const Settings first = on_a_free_port();
  Daemon daemon(first);
  Settings second = first;
  second.tuning.center = {100.2e6};
  second.analysis.fft = 2048;
  second.server.connections = 101;
  daemon.reload(second);
  EXPECT_EQ(daemon.settings()->analysis.fft, 2048U);
  EXPECT_EQ(daemon.settings()->tuning.center, Hertz{100.2e6});
  EXPECT_EQ(daemon.settings()->server.connections, 101U);
}

TEST(Daemon, AReloadWithAnInvalidSourceLeavesTheServerAsItWas) {
  const Settings first = on_a_free_port();
  Daemon daemon(first);
  const std::string url = daemon.url();
  Settings second = first;
  second.source = "file:/nowhere.cu8";
  second.server.connections = 101;
  EXPECT_THROW(daemon.reload(second), SourceError);
  EXPECT_EQ(daemon.url(), url);  // a new server would have another port
  EXPECT_EQ(*daemon.settings(), first);
  second = first;
  second.analysis.fft = std::size_t{1} << 22;  // more than the history holds
  second.server.connections = 101;
  EXPECT_THROW(daemon.reload(second), TuningRefused);
  EXPECT_EQ(daemon.url(), url);
  EXPECT_EQ(*daemon.settings(), first);
}

TEST(Daemon, AReloadWithAnInvalidServerLeavesTheRadioAsItWas) {
  const Settings first = on_a_free_port();
  Daemon daemon(first);
  Settings second = first;
  second.source = "sim";
  second.sim.seed = 2;
  second.tuning.center = {100.2e6};
  second.server.listen = "192.0.2.1:0";  // not an address of this machine
  EXPECT_THROW(daemon.reload(second), ServerError);
  EXPECT_EQ(*daemon.settings(), first);
  second.server = first.server;
  daemon.reload(second);  // and it is all taken over the next time
  EXPECT_EQ(*daemon.settings(), second);
}

TEST(Daemon, AReloadAdoptsTheLimitsOfChannelsAndZoom) {
  const Settings first = on_a_free_port();
  Daemon daemon(first);
  Settings second = first;
  second.channels.limit = 7;
  second.zoom_limit = 0.5;
  daemon.reload(second);
  EXPECT_EQ(*daemon.settings(), second);
}

TEST(Daemon, AReloadAdoptsWhatAlarmsDoAndWhereReportsGo) {
  const Settings first = on_a_free_port();
  Daemon daemon(first);
  Settings second = first;
  second.watch.command = {"/bin/true"};
  second.watch.evidence_mib = 7;
  second.report.rate_kib = 9;
  second.users.dial_seconds = 61;
  daemon.reload(second);
  EXPECT_EQ(*daemon.settings(), second);
}

TEST(Daemon, AReloadSaysWhatItChanged) {
  const Settings first = on_a_free_port();
  Daemon daemon(first);
  Settings second = first;
  second.analysis.fft = 2048;
  daemon.reload(second);
  Settings third = second;
  third.tuning.gain = Decibels{20};
  third.server.connections = 101;
  daemon.reload(third);
  EXPECT_EQ(daemon.events().after(0).back().text, "configuration applied: radio, server");
  daemon.reload(third);
  EXPECT_EQ(daemon.events().after(0).back().text, "configuration unchanged");
}

TEST(Daemon, AReloadThatFailsLeavesEverythingAsItWas) {
  const Settings first = on_a_free_port();
  Daemon daemon(first);
  const std::string url = daemon.url();
  Settings second = first;
  second.source = "file:/nowhere.cu8";
  EXPECT_THROW(daemon.reload(second), SourceError);
  second = first;
  second.server.listen = "192.0.2.1:0";  // not an address of this machine
  EXPECT_THROW(daemon.reload(second), ServerError);
  EXPECT_NE(daemon.status_line().find("sim"), std::string::npos);
  EXPECT_EQ(client_of(daemon).ask(request_text("GET", "/api/v1/status")).status, 200);
  EXPECT_EQ(daemon.silent_thread(), std::nullopt);
}

TEST(Daemon, AReloadRefusesMoreOfThePastThanThereIsMemoryFor) {
  const Settings first = on_a_free_port();
  Daemon daemon(first);
  Settings second = first;
  second.ring_seconds = 86400;
  second.server.connections = 101;
  EXPECT_THROW(daemon.reload(second), TuningRefused);
  EXPECT_EQ(daemon.settings()->server.connections, first.server.connections);
  second.ring_seconds = 1;
  daemon.reload(second);
  EXPECT_EQ(daemon.settings()->ring_seconds, 1);
}

// A control group whose limit drops as soon as the server at `url` has ended: the list of groups is a pipe, filled
// whenever it is read.
class ShrinkingMemory {
 public:
  ShrinkingMemory() {
    std::filesystem::create_directories(root_ / "proc/self");
    for (const auto& [group, bytes] : {std::pair{"plenty", "8000000000"}, {"little", "1000000"}}) {
      std::filesystem::create_directories(root_ / "sys/fs/cgroup" / group);
      std::ofstream(root_ / "sys/fs/cgroup" / group / "memory.high") << bytes;
    }
    make_pipe();
    feeder_ = std::jthread([this](const std::stop_token& stop) {
      while (!stop.stop_requested()) feed();
    });
  }
  ~ShrinkingMemory() {
    feeder_ = {};
    std::filesystem::remove_all(root_);
  }

  ProcessMemory memory() const { return ProcessMemory(root_, std::uint64_t{16} << 30); }
  void shrink_after(std::uint16_t port) { port_ = port; }

 private:
  void make_pipe() {
    const std::filesystem::path next = root_ / "next";
    EXPECT_EQ(::mkfifo(next.c_str(), 0600), 0);
    std::filesystem::rename(next, groups_);
  }

  void feed() {
    const int pipe = ::open(groups_.c_str(), O_WRONLY | O_NONBLOCK);  // fails while there is no reader
    if (pipe < 0) return std::this_thread::sleep_for(1ms);
    make_pipe();  // for the next reader, before this one can have read all
    const std::string line = port_ != 0 && !listens(port_) ? "0::/little\n" : "0::/plenty\n";
    EXPECT_EQ(::write(pipe, line.data(), line.size()), static_cast<ssize_t>(line.size()));
    ::close(pipe);
  }

  static bool listens(std::uint16_t port) {
    const int probe = ::socket(AF_INET, SOCK_STREAM, 0);
    const sockaddr_in address{.sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    const bool connected = ::connect(probe, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    ::close(probe);
    return connected;
  }

  std::filesystem::path root_ =
      std::filesystem::temp_directory_path() / ("shrinking_memory_" + std::to_string(::getpid()));
  std::filesystem::path groups_ = root_ / "proc/self/cgroup";
  std::atomic<std::uint16_t> port_ = 0;
  std::jthread feeder_;
};

TEST(Daemon, AReloadThatNoLongerFitsAfterTheServerHasChangedRestoresIt) {
  ShrinkingMemory shrinking;
  Settings first = on_a_free_port();
  first.history_mib = 256;
  Daemon daemon(first, {}, shrinking.memory());
  Settings second = first;
  second.analysis.fft = 1 << 20;
  second.server.connections = 101;
  shrinking.shrink_after(port_of(daemon));
  EXPECT_THROW(daemon.reload(second), TuningRefused);
  EXPECT_EQ(*daemon.settings(), first);
  EXPECT_EQ(client_of(daemon).ask(request_text("GET", "/api/v1/status")).status, 200);
}

TEST(Daemon, SaysWhatItReceives) {
  const Daemon daemon(on_a_free_port());
  EXPECT_FALSE(daemon.opens_radio());
  EXPECT_TRUE(daemon.radio().starts_with("simulated band")) << daemon.radio();
}

TEST(Daemon, EndsWithinTwoSeconds) {
  auto daemon = std::make_unique<Daemon>(on_a_free_port());
  EXPECT_TRUE(eventually([&] { return says(*daemon, "sim streaming"); })) << daemon->status_line();
  const auto start = std::chrono::steady_clock::now();
  daemon.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - start, 2s);
}

TEST(Daemon, AReloadKeepsWhatAClientHasTuned) {
  const Settings first = on_a_free_port();
  Daemon daemon(first);
  HttpClient client = client_of(daemon);
  const HttpAnswer tuned = client.ask(request_text("PATCH", "/api/v1/tuning", {"Content-Type: application/json"},
                                                   R"({"center": "100.2M", "fft": 2048})"));
  ASSERT_EQ(tuned.status, 200) << tuned.body;
  Settings second = first;  // the file says nothing new of the radio
  second.server.connections = 101;
  daemon.reload(second);
  EXPECT_EQ(daemon.settings()->server.connections, 101U);
  EXPECT_EQ(daemon.settings()->tuning.center, Hertz{100.2e6});
  EXPECT_EQ(daemon.settings()->analysis.fft, 2048U);
}

}  // namespace
}  // namespace spectrumd
