// SPDX-License-Identifier: MIT
#include "daemon/service/notify.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstddef>

#include "tests/fakes/environment.h"

namespace spectrumd {
namespace {

using std::chrono::microseconds;

// The end of systemd: a datagram socket under a path, or behind an @ under an abstract name.
class NotifySocket {
 public:
  explicit NotifySocket(std::string name)
      : name_(std::move(name)), socket_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    name_.copy(address.sun_path, sizeof address.sun_path);
    if (name_[0] == '@') address.sun_path[0] = '\0';
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name_.size());
    EXPECT_EQ(::bind(socket_, reinterpret_cast<const sockaddr*>(&address), length), 0) << name_;
  }
  ~NotifySocket() {
    ::close(socket_);
    if (name_[0] == '/') ::unlink(name_.c_str());
  }
  NotifySocket(const NotifySocket&) = delete;
  NotifySocket& operator=(const NotifySocket&) = delete;

  std::string received() const {
    std::string text(512, '\0');
    const auto length = ::recv(socket_, text.data(), text.size(), MSG_DONTWAIT);
    return length < 0 ? "nothing" : text.substr(0, static_cast<std::size_t>(length));
  }

 private:
  std::string name_;
  int socket_;
};

class EveryKindOfName : public testing::TestWithParam<std::string> {};

TEST_P(EveryKindOfName, CarriesEveryMessage) {
  const std::string name = GetParam() + std::to_string(::getpid());
  const NotifySocket systemd(name);
  const EnvironmentVariable socket("NOTIFY_SOCKET", name);
  const Notifier notifier;
  notifier.ready();
  EXPECT_EQ(systemd.received(), "READY=1");
  notifier.status("sim: 2.4 MS/s");
  EXPECT_EQ(systemd.received(), "STATUS=sim: 2.4 MS/s");
  notifier.watchdog();
  EXPECT_EQ(systemd.received(), "WATCHDOG=1");
  notifier.reloading();
  EXPECT_TRUE(systemd.received().starts_with("RELOADING=1\nMONOTONIC_USEC="));
  notifier.stopping();
  EXPECT_EQ(systemd.received(), "STOPPING=1");
  EXPECT_EQ(systemd.received(), "nothing");
}

INSTANTIATE_TEST_SUITE_P(Notifier, EveryKindOfName, testing::Values("/tmp/notify_test.", "@notify_test."));

TEST(Notifier, CannotBeMadeToSayMoreThanAStatus) {
  const std::string name = "@notify_test_status." + std::to_string(::getpid());
  const NotifySocket systemd(name);
  const EnvironmentVariable socket("NOTIFY_SOCKET", name);
  Notifier().status("lost\nMAINPID=1");
  EXPECT_EQ(systemd.received(), "STATUS=lost MAINPID=1");
}

TEST(Notifier, FindsASocketThatWasRecreated) {
  const std::string name = "@notify_test_restart." + std::to_string(::getpid());
  const EnvironmentVariable socket("NOTIFY_SOCKET", name);
  const Notifier notifier;
  notifier.watchdog();  // no listener yet
  const NotifySocket systemd(name);
  notifier.watchdog();
  EXPECT_EQ(systemd.received(), "WATCHDOG=1");
}

TEST(Notifier, IsSilentWithoutAUsableSocket) {
  for (const auto& name :
       {std::optional<std::string>(), std::optional<std::string>(""), std::optional<std::string>("@"),
        std::optional<std::string>("relative"), std::optional<std::string>("/" + std::string(200, 'a')),
        std::optional<std::string>("/nowhere/at/all")}) {
    const EnvironmentVariable socket("NOTIFY_SOCKET", name);
    const Notifier notifier;
    EXPECT_NO_THROW(notifier.ready());
    EXPECT_NO_THROW(notifier.status("still fine"));
  }
}

std::optional<microseconds> interval(const std::optional<std::string>& usec, const std::optional<std::string>& pid) {
  const EnvironmentVariable watchdog_usec("WATCHDOG_USEC", usec);
  const EnvironmentVariable watchdog_pid("WATCHDOG_PID", pid);
  return Notifier().watchdog_interval();
}

TEST(Notifier, KnowsItsWatchdogInterval) {
  EXPECT_EQ(interval(std::nullopt, std::nullopt), std::nullopt);
  EXPECT_EQ(interval("20000000", std::nullopt), microseconds(20'000'000));
  EXPECT_EQ(interval("20000000", std::to_string(::getpid())), microseconds(20'000'000));
  EXPECT_EQ(interval("20000000", "1"), std::nullopt) << "meant for another process";
  EXPECT_EQ(interval("0", std::nullopt), std::nullopt);
  EXPECT_EQ(interval("-5", std::nullopt), std::nullopt);
  EXPECT_EQ(interval("soon", std::nullopt), std::nullopt);
}

TEST(Notifier, FeedsTheWatchdogUnlessAThreadHasStopped) {
  const std::string name = "@notify_test_watchdog." + std::to_string(::getpid());
  const NotifySocket systemd(name);
  const EnvironmentVariable socket("NOTIFY_SOCKET", name);
  const Notifier notifier;
  feed_watchdog(notifier, std::nullopt);
  EXPECT_EQ(systemd.received(), "WATCHDOG=1");
  feed_watchdog(notifier, "dsp");
  EXPECT_EQ(systemd.received(), "nothing");
}

}  // namespace
}  // namespace spectrumd
