// SPDX-License-Identifier: MIT
#include "daemon/sources/rtl_tcp/rate_limit.h"

#include <gtest/gtest.h>

namespace spectrumd::rtl_tcp {
namespace {

using namespace std::chrono_literals;

constexpr double kByteRate = 1e6;  // bytes a second
constexpr std::size_t kBlockBytes = 10'000;

// A server that sends `times` as fast as it should, for a while that is not spent.
class Server {
 public:
  explicit Server(double times) : every_(std::chrono::duration_cast<RateLimit::Clock::duration>(10ms / times)) {}

  void send_for(RateLimit::Clock::duration time) {
    for (const auto end = now_ + time; now_ < end; now_ += std::max(every_, pause_)) {
      pause_ = limit_.note(kBlockBytes, now_);
      bytes_ += kBlockBytes;
    }
  }
  void be_silent(RateLimit::Clock::duration time) { now_ += time; }
  void flush(std::size_t bytes) { pause_ = limit_.note(bytes, now_), bytes_ += bytes; }

  bool exceeded() const { return limit_.exceeded(now_); }
  bool paused() const { return pause_.count() > 0; }
  double bytes() const { return static_cast<double>(bytes_); }

 private:
  const RateLimit::Clock::duration every_;
  RateLimit::Clock::time_point now_{};
  RateLimit::Clock::duration pause_{};
  RateLimit limit_{kByteRate, now_};
  std::size_t bytes_ = 0;
};

TEST(RtlTcpRateLimit, LeavesServersNearTheirRateAlone) {
  for (const double times : {0.5, 1.0, 1.001, 1.9}) {
    Server server(times);
    server.send_for(100s);
    EXPECT_FALSE(server.exceeded()) << times;
    EXPECT_FALSE(server.paused()) << times;
  }
}

TEST(RtlTcpRateLimit, TakesTwiceTheRateAndNoMore) {
  Server server(210);
  server.send_for(10s);
  EXPECT_NEAR(server.bytes(), (1 + 2 * 10) * kByteRate, 2 * kBlockBytes);
}

TEST(RtlTcpRateLimit, ReportsAServerThatIsTooFastForSeconds) {
  for (const double times : {2.5, 210.0}) {
    Server server(times);
    server.send_for(2s);
    EXPECT_FALSE(server.exceeded()) << times;
    server.send_for(10s);
    EXPECT_TRUE(server.exceeded()) << times;
  }
}

TEST(RtlTcpRateLimit, LetsAServerCatchUpAfterASilence) {
  Server server(1);
  server.send_for(5s);
  server.be_silent(20s);
  server.flush(static_cast<std::size_t>(20 * kByteRate));
  EXPECT_FALSE(server.paused());
  server.send_for(20s);
  EXPECT_FALSE(server.exceeded());
}

}  // namespace
}  // namespace spectrumd::rtl_tcp
