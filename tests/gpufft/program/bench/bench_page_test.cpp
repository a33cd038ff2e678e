// SPDX-License-Identifier: MIT
#include "gpufft/program/bench/bench_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gpufft::program {
namespace {

using testing::HasSubstr, testing::Not;

BenchResult result(std::string bench, std::size_t n, std::string peer, double ours, double theirs) {
  return {std::move(bench), "cpu", "avx2", n, 1, 0, std::move(peer), ours, theirs, "GFLOPS"};
}
std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

const std::vector<BenchResult> kTwoPeers = {result("fft", 256, "one", 30, 10), result("fft", 256, "two", 30, 20),
                                            result("fft", 1024, "one", 40, 10)};

TEST(BenchPage, DrawsOursOnceAndEachPeerTwice) {
  const std::string page = bench_page(kTwoPeers, "today");
  EXPECT_EQ(count(page, "<circle"), 2U + 3U + 3U) << "speeds of ours, of the peers, ratios";
  EXPECT_THAT(page, HasSubstr("<title>gpufft, 1024 points: 40</title>"));
  EXPECT_THAT(page, HasSubstr("<title>two, 256 points: 20</title>"));
  EXPECT_THAT(page, HasSubstr("<title>two, 256 points: 1.5</title>"));
  EXPECT_THAT(page, HasSubstr("<td>1024<td>1<td>40.0<td>one<td>10.0<td>GFLOPS<td>4.00"));
  EXPECT_THAT(page, HasSubstr("today"));
}

// 256 at the left edge, 1024 at the right one, the top of the axis at a round figure above 40.
TEST(BenchPage, PutsLengthsByTheirLogarithmAndSpeedsFromZero) {
  const std::string page = bench_page(
      {{result("fft", 256, "one", 25, 50), result("fft", 512, "one", 0, 25), result("fft", 1024, "one", 50, 50)}}, "");
  EXPECT_THAT(page, HasSubstr("d=\"M64.0 160.0L448.0 304.0L832.0 16.0\"")) << page;
}

TEST(BenchPage, HasAPictureForEachBench) {
  const std::vector<BenchResult> two = {result("fft, one", 256, "one", 30, 10),
                                        result("fft, of 10", 256, "one", 60, 10)};
  const std::string page = bench_page(two, "");
  EXPECT_EQ(count(page, "<h2>"), 2U);
  EXPECT_THAT(page, HasSubstr("gpufft, 256 points: 60"));
}

TEST(BenchPage, TakesNoMarkupFromNamesAndStandsWithoutResults) {
  const std::string page = bench_page({{result("fft", 256, "<b>&", 30, 10)}}, "");
  EXPECT_THAT(page, HasSubstr("&lt;b>&amp;"));
  EXPECT_THAT(page, Not(HasSubstr("<b>")));
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_THAT(bench_page({}, "now"), HasSubstr("now"));
}

}  // namespace
}  // namespace gpufft::program
