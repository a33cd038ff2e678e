// SPDX-License-Identifier: MIT
#include "daemon/daemon.h"

#include <gtest/gtest.h>

#include <thread>

#include "daemon/sources/iq_source.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

Settings on_a_free_port() {
  Settings settings;
  settings.server.listen = "127.0.0.1:0";
  return settings;
}

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
  const auto end = std::chrono::steady_clock::now() + 10s;  // the radio picks the wish up between blocks
  while (daemon.status_line().find("100.2M") == std::string::npos && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(10ms);
  EXPECT_NE(daemon.status_line().find("100.2M"), std::string::npos) << daemon.status_line();
}

TEST(Daemon, AReloadThatFailsLeavesEverythingAsItWas) {
  const Settings first = on_a_free_port();
  Daemon daemon(first);
  const std::string url = daemon.url();
  Settings second = first;
  second.source = "file:/nowhere.cu8";
  EXPECT_THROW(daemon.reload(second), SourceError);
  second = first;
  second.server.listen = "192.0.2.1:0";  // nobody's address
  EXPECT_THROW(daemon.reload(second), ServerError);
  EXPECT_NE(daemon.status_line().find("sim"), std::string::npos);
  EXPECT_FALSE(daemon.url().empty());
  std::this_thread::sleep_for(1500ms);
  EXPECT_EQ(daemon.silent_thread(), std::nullopt);
}

TEST(Daemon, EndsWithinTwoSeconds) {
  auto daemon = std::make_unique<Daemon>(on_a_free_port());
  std::this_thread::sleep_for(300ms);
  const auto start = std::chrono::steady_clock::now();
  daemon.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - start, 2s);
}

}  // namespace
}  // namespace spectrumd
