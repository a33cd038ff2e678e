// SPDX-License-Identifier: MIT
#include "daemon/server/share/rtl_tcp_share.h"

#include <fcntl.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <complex>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <thread>
#include <vector>

#include "tests/daemon/server/http_world.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;
using rtl_tcp::Order;

// A share of the simulated radio, whose clients may tune.
struct Share : HttpWorld {
  HttpClient reader() const { return HttpClient(share_.port()); }

  static void order(const HttpClient& client, Order order, std::int32_t value) {
    const auto bytes = rtl_tcp::encode({.order = order, .value = static_cast<std::uint32_t>(value)});
    client.send({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  std::size_t events_with(std::string_view text) const {
    const auto events = events_.after(0);
    return static_cast<std::size_t>(std::count_if(
        events.begin(), events.end(), [&](const Event& event) { return event.text.find(text) != std::string::npos; }));
  }
  Tuning tuning() const { return receiver_.status().tuning; }

  RtlTcpShare share_{"127.0.0.1:0", ShareMode::Tune, context_, 500ms};
};

TEST_F(Share, DoesWhatAClientAsksFor) {
  const HttpClient client = reader();
  order(client, Order::Center, 100'500'000);
  order(client, Order::GainMode, 1);
  order(client, Order::Gain, 297);
  order(client, Order::Ppm, -7);
  EXPECT_TRUE(eventually([this] { return tuning().ppm == -7; }));
  EXPECT_EQ(tuning().center, Hertz{100.5e6});
  EXPECT_EQ(tuning().gain, Decibels{29.7});
  EXPECT_EQ(receiver_.status().tuned_by->by, (Requester{.via = "rtl_tcp", .address = "127.0.0.1"}));
  order(client, Order::GainMode, 0);
  EXPECT_TRUE(eventually([this] { return !tuning().gain; }));
  order(client, Order::GainMode, 1);
  EXPECT_TRUE(eventually([this] { return tuning().gain == Decibels{29.7}; })) << "the last one asked for";
}

TEST_F(Share, RefusesWhatAPatchWouldRefuseAndDoesTheRest) {
  const HttpClient client = reader();
  const Tuning before = tuning();
  order(client, Order::Ppm, INT32_MIN);
  order(client, Order::Gain, INT32_MAX);
  order(client, Order::Rate, 1);
  order(client, Order::Center, 100'700'000);
  EXPECT_TRUE(eventually([this] { return tuning().center == Hertz{100.7e6}; }));
  EXPECT_EQ(tuning().ppm, before.ppm);
  EXPECT_EQ(tuning().gain, before.gain);
  EXPECT_EQ(tuning().rate, before.rate);
  for (const char* key : {"ppm: ", "gain: ", "rate: "})
    EXPECT_TRUE(eventually([&] { return events_with(key) > 0; })) << key;
}

TEST_F(Share, DoesTheLastOfAFloodOfOrders) {
  const HttpClient client = reader();
  const auto before = receiver_.status().generation;
  constexpr std::int32_t kOrders = 20'000;
  const auto start = std::chrono::steady_clock::now();
  for (std::int32_t i = 1; i <= kOrders; ++i) order(client, Order::Center, 100'000'000 + i);
  EXPECT_TRUE(eventually([this] { return tuning().center == Hertz{100e6 + kOrders}; }));
  const auto took = std::chrono::steady_clock::now() - start;
  EXPECT_LE(receiver_.status().generation - before, took / 50ms + 2) << "twenty a second at most";
}

TEST_F(Share, DropsAClientThatDoesNotRead) {
  HttpClient client = reader();
  EXPECT_TRUE(eventually([this] { return events_with("receives samples") == 1; }));
  EXPECT_TRUE(eventually([this] { return events_with("disconnected") == 1; }));
  EXPECT_TRUE(client.is_closed(20s));
  EXPECT_EQ(events_with("127.0.0.1"), 0U) << "texts are for every reader";
  for (const Event& event : events_.after(0)) {
    if (event.kind != "share") continue;
    EXPECT_TRUE(event.by.address.starts_with("127.0.0.1 port ")) << event.text;
  }
}

// A share of a radio at 100 MHz whose clients have a center and a rate each.
struct Guests : HttpWorld {
  Guests() : HttpWorld(settings()) {}

  static Settings settings() {
    Settings settings = small_radio_settings();
    settings.tuning.rate = {2.4e6};
    settings.sim.paced = false;  // a live radio leaves samples out on a busy machine
    return settings;
  }
  HttpClient tuned(std::int32_t center, std::int32_t rate) const {
    HttpClient client(share_.port());
    Share::order(client, Order::Rate, rate);
    Share::order(client, Order::Center, center);
    EXPECT_EQ(client.read_plain_bytes(12).substr(0, 4), "RTL0");
    return client;
  }
  // How fast the strongest signal turns, Hz.
  static double frequency_of(const std::string& bytes, double rate) {
    std::complex<double> before, turn;
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
      const auto number = [&](std::size_t at) { return static_cast<std::uint8_t>(bytes[at]) - 127.5; };
      const std::complex<double> sample(number(i), number(i + 1));
      turn += sample * std::conj(before);
      before = sample;
    }
    return std::arg(turn) / (2 * std::numbers::pi) * rate;
  }
  RtlTcpShare share_{"127.0.0.1:0", ShareMode::Channels, context_, 20s};
};

TEST_F(Guests, HaveACenterAndARateEach) {
  HttpClient one = tuned(100'290'000, 50'000), two = tuned(100'305'000, 48'000);
  const Tuning before = receiver_.status().tuning;
  one.read_plain_bytes(20'000);  // the filter fills
  two.read_plain_bytes(20'000);
  EXPECT_NEAR(frequency_of(one.read_plain_bytes(100'000), 50e3), 10e3, 30) << "the carrier of 100.3 MHz";
  EXPECT_NEAR(frequency_of(two.read_plain_bytes(96'000), 48e3), -5e3, 30) << "the same from above";
  EXPECT_EQ(receiver_.status().tuning, before) << "the radio stays where it is";
  Share::order(one, Order::Center, 100'305'000);
  EXPECT_TRUE(eventually([&] { return std::abs(frequency_of(one.read_plain_bytes(10'000), 50e3) + 5e3) < 50; }));
  Share::order(one, Order::Rate, 40'000);
  EXPECT_TRUE(eventually([&] { return std::abs(frequency_of(one.read_plain_bytes(10'000), 40e3) + 5e3) < 50; }));
}

TEST_F(Guests, WaitOutsideOfTheBand) {
  HttpClient client = tuned(145'000'000, 50'000);
  const auto reported = [this](std::string_view text) {
    const auto events = events_.after(0);
    return std::ranges::any_of(events, [&](const Event& event) { return event.text.find(text) != std::string::npos; });
  };
  EXPECT_TRUE(eventually([&] { return reported("center: 145M is outside of the band received, 98.8M to 101.2M"); }));
  Tuning there;
  there.center = Hertz{145e6};
  there.rate = Hertz{2.4e6};
  receiver_.retune(there);
  EXPECT_EQ(client.read_plain_bytes(1000).size(), 1000U);
}

// Their frequencies are those of the device, so the same ones are elsewhere at the antenna.
TEST_F(Guests, FollowAConverterThatChanges) {
  HttpClient client = tuned(100'290'000, 50'000);
  const auto center = [this] {
    const auto channels = context_.channels.hub().list();
    return channels.empty() ? Hertz{} : channels.front().settings.center;
  };
  ASSERT_TRUE(eventually([&] { return center() == Hertz{100.29e6}; }));
  Tuning behind = receiver_.status().tuning;
  behind.center = Hertz{90e6};
  behind.conversion.offset = Hertz{10e6};
  receiver_.retune(behind);
  EXPECT_TRUE(eventually([&] {
    client.read_plain_bytes(1000);
    return center() == Hertz{90.29e6};
  }));
}

TEST_F(Guests, AreManyNextToOneThatDoesNotRead) {
  const HttpClient stalled = tuned(100'290'000, 50'000);
  std::vector<HttpClient> clients;
  const auto offset = [](std::size_t i) { return 1000 * static_cast<int>(i + 1); };
  for (std::size_t i = 0; i < 20; ++i) clients.push_back(tuned(100'300'000 - offset(i), 50'000));
  for (std::size_t i = 0; i < clients.size(); ++i) {
    clients[i].read_plain_bytes(20'000);  // the filter fills
    EXPECT_NEAR(frequency_of(clients[i].read_plain_bytes(50'000), 50e3), offset(i), 30);
  }
}

// What the thread of a name has worked so far, from a file that stays open.
class ThreadTime {
 public:
  explicit ThreadTime(std::string_view name) {
    EXPECT_TRUE(eventually([&] { return find(name); })) << "it names itself";
  }
  ~ThreadTime() { close(fd_); }
  std::chrono::nanoseconds now() const {
    std::array<char, 128> text{};
    EXPECT_GT(pread(fd_, text.data(), text.size() - 1, 0), 0);
    return std::chrono::nanoseconds(std::strtoll(text.data(), nullptr, 10));
  }

 private:
  bool find(std::string_view name) {
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
      std::string comm;
      std::getline(std::ifstream(task.path() / "comm"), comm);
      if (comm == name) fd_ = open((task.path() / "schedstat").c_str(), O_RDONLY);
    }
    return fd_ >= 0;
  }

  int fd_ = -1;
};

TEST_F(Share, DoesNotSpinWithoutDescriptors) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "UBSan, which comes along, opens a pipe to look at objects, and takes a failure for a bad object";
#endif
  const ThreadTime worked("share");
  const int waiting = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(share_.port());
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  const rlimit none{.rlim_cur = 0, .rlim_max = limit.rlim_max};
  setrlimit(RLIMIT_NOFILE, &none);
  EXPECT_EQ(connect(waiting, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  const auto before = worked.now();
  std::this_thread::sleep_for(2s);  // the time in which it must not spin
  EXPECT_LT(worked.now() - before, 500ms) << "of 2 s";
  setrlimit(RLIMIT_NOFILE, &limit);
  EXPECT_TRUE(eventually([this] { return events_with("receives samples") == 1; })) << "its turn comes";
  close(waiting);
}

}  // namespace
}  // namespace spectrumd
