// SPDX-License-Identifier: MIT
#include "daemon/feeds/spots/spot_poller.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <mutex>

#include "tests/eventually.h"
#include "tests/fakes/http_server.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

std::string own_page(std::string_view label) {
  return R"({"spots":[{"frequency_hz":145500000,"label":")" + std::string(label) + R"("}]})";
}

// A network whose page the test changes.
class FakeNetwork {
 public:
  void answer(std::string response) {
    const std::scoped_lock lock(mutex_);
    response_ = std::move(response);
  }
  std::vector<std::string> requests() const {
    const std::scoped_lock lock(mutex_);
    return requests_;
  }
  SpotPoller::Plan plan() const {
    return {.source = {SpotSource::Kind::Url, server_.url("/spots")}, .second = 1ms};  // a minute lasts 60 ms
  }

 private:
  mutable std::mutex mutex_;
  std::string response_;
  std::vector<std::string> requests_;
  FakeHttpServer server_{[this](const std::string& request) {
    const std::scoped_lock lock(mutex_);
    requests_.push_back(request);
    return response_;
  }};
};

struct SpotPages : testing::Test {
  bool has(std::string_view label) {
    const auto spots = spots_.all();
    return std::ranges::any_of(spots, [label](const Spot& spot) { return spot.label == label; });
  }
  FeedStatus status() const { return feeds_.all().front(); }
  bool waits_for(std::string_view cause) const {
    return eventually([&] { return status().cause.find(cause) != std::string::npos; });
  }

  FakeNetwork network_;
  SpotList spots_;
  FeedList feeds_;
};

TEST_F(SpotPages, OfAUrlAreFetchedOnlyIfTheyHaveChanged) {
  network_.answer(FakeHttpServer::response(200, own_page("ONE"),
                                           "ETag: \"v1\"\r\nLast-Modified: Wed, 25 Nov 2026 20:00:00 GMT\r\n"));
  const SpotPoller poller(network_.plan(), spots_, feeds_);
  ASSERT_TRUE(eventually([&] { return has("ONE"); }));
  EXPECT_EQ(network_.requests().front().find("If-None-Match"), std::string::npos);
  EXPECT_NE(network_.requests().front().find("User-Agent: spectrumd/"), std::string::npos);
  network_.answer(FakeHttpServer::response(304, ""));
  const std::size_t before = network_.requests().size();
  ASSERT_TRUE(eventually([&] { return network_.requests().size() > before + 1; }));
  EXPECT_NE(network_.requests().back().find("If-None-Match: \"v1\"\r\n"), std::string::npos);
  EXPECT_NE(network_.requests().back().find("If-Modified-Since: Wed, 25 Nov 2026 20:00:00 GMT\r\n"), std::string::npos);
  EXPECT_EQ(status().state, "connected");
  network_.answer(FakeHttpServer::response(200, own_page("TWO"), "ETag: \"v2\"\r\n"));
  EXPECT_TRUE(eventually([&] { return has("TWO"); }));
}

TEST_F(SpotPages, ThatFailAreAStateWithACause) {
  network_.answer(FakeHttpServer::response(503, ""));
  const SpotPoller poller(network_.plan(), spots_, feeds_);
  EXPECT_TRUE(waits_for("the server answered 503"));
  network_.answer(FakeHttpServer::response(200, "<html></html>"));
  EXPECT_TRUE(waits_for("no JSON"));
  network_.answer(FakeHttpServer::response(200, std::string(kLongestSpotPage + 1, ' ')));
  EXPECT_TRUE(waits_for("is longer than"));
  network_.answer(FakeHttpServer::response(200, own_page("ONE")));
  EXPECT_TRUE(eventually([&] { return has("ONE"); }));
  EXPECT_EQ(status().cause, "");
}

TEST_F(SpotPages, AreForgottenHalfAnHourAfterAStationWasHeard) {
  const std::string old = format_time(std::chrono::system_clock::now() - 31min);
  const std::string recent = format_time(std::chrono::system_clock::now() - 29min);
  network_.answer(FakeHttpServer::response(200, R"([{"activator":"DL1OLD","frequency":"7100","spotTime":")" + old +
                                                    R"("},{"activator":"DL1NEW","frequency":"7100","spotTime":")" +
                                                    recent + R"("}])"));
  const SpotPoller poller(network_.plan(), spots_, feeds_);
  ASSERT_TRUE(eventually([&] { return has("DL1NEW"); }));
  EXPECT_FALSE(has("DL1OLD"));
  EXPECT_LT(spots_.all().front().expires, std::chrono::system_clock::now() + 2min);
}

TEST_F(SpotPages, OfAFileAreReadAgainWhenItChanges) {
  const auto file = std::filesystem::temp_directory_path() / ("spots-" + std::to_string(getpid()) + ".json");
  const SpotPoller poller({.source = {SpotSource::Kind::File, file}, .second = 1ms}, spots_, feeds_);
  EXPECT_TRUE(waits_for("No such file"));
  std::ofstream(file) << own_page("ONE");
  EXPECT_TRUE(eventually([&] { return has("ONE"); }));
  std::ofstream(file) << own_page("ANOTHER");
  EXPECT_TRUE(eventually([&] { return has("ANOTHER"); }));
  EXPECT_EQ(status().state, "connected");
  std::filesystem::remove(file);
  EXPECT_TRUE(waits_for("No such file"));
}

}  // namespace
}  // namespace spectrumd
