// SPDX-License-Identifier: MIT
#include "daemon/feeds/tcp_feed.h"

#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <memory>

#include "tests/daemon/server/http_client.h"
#include "tests/eventually.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

// Wakes its feed when it ends, as samples do that come meanwhile, and sees whether that reaches another file, which has
// got the number of a bell that was closed.
class TalkToTheEnd : public FeedTalk {
 public:
  TalkToTheEnd(const std::unique_ptr<TcpFeed>& feed, std::uint64_t& strays) : feed_(*feed), strays_(strays) {}
  ~TalkToTheEnd() override {
    std::array<int, 8> files{};
    for (int& file : files) file = ::eventfd(0, EFD_NONBLOCK);
    feed_.wake();
    for (const int file : files) {
      std::uint64_t rings = 0;
      if (::read(file, &rings, sizeof rings) == sizeof rings) strays_ += rings;
      ::close(file);
    }
  }
  bool hear(std::string_view, std::string&) override { return true; }

 private:
  TcpFeed& feed_;
  std::uint64_t& strays_;
};

TEST(TcpFeed, CanBeWokenUntilItsTalksHaveEnded) {
  std::uint64_t strays = 0;
  std::unique_ptr<TcpFeed> feed;
  feed = std::make_unique<TcpFeed>(
      FeedPlan{.name = "feed", .listen = "127.0.0.1:0", .setting = "feeds.none"},
      [&](const std::string&) { return std::make_unique<TalkToTheEnd>(feed, strays); }, [] { return 100ms; });
  const HttpClient client(feed->address().port);
  ASSERT_TRUE(eventually([&] { return feed->clients() == 1; }));
  feed.reset();
  EXPECT_EQ(strays, 0U);
}

}  // namespace
}  // namespace spectrumd
