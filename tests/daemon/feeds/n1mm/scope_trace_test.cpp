// SPDX-License-Identifier: MIT
#include "daemon/feeds/n1mm/scope_trace.h"

#include <arpa/inet.h>
#include <sys/socket.h>

#include <regex>

#include "daemon/feeds/n1mm/n1mm_feed.h"
#include "daemon/server/sockets/listen_socket.h"
#include "tests/daemon/server/http_world.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

// What a strict reader finds in a trace.
struct Trace {
  std::string name;
  double low_khz = 0, high_khz = 0, scale = 0;
  std::vector<int> values;

  double khz(std::size_t at) const {
    return low_khz + (high_khz - low_khz) * static_cast<double>(at) / static_cast<double>(values.size() - 1);
  }
  std::size_t strongest() const { return static_cast<std::size_t>(std::ranges::max_element(values) - values.begin()); }
};

Trace parse(const std::string& document) {
  static const std::regex form(
      "<\\?xml version=\"1.0\" encoding=\"utf-8\"\\?>\n<Spectrum><app>spectrumd</app><Name>([^<>]*)</Name>"
      "<LowScopeFrequency>(-?\\d+\\.\\d{3})</LowScopeFrequency><HighScopeFrequency>(-?\\d+\\.\\d{3})</"
      "HighScopeFrequency>"
      "<ScalingFactor>([\\d.]+)</ScalingFactor><DataCount>(\\d+)</DataCount><SpectrumData>([\\d,]+)</SpectrumData>"
      "</Spectrum>\n",
      std::regex::optimize);
  std::smatch match;
  if (!std::regex_match(document, match, form)) {
    ADD_FAILURE() << document;
    return {};
  }
  Trace trace{match[1], std::stod(match[2]), std::stod(match[3]), std::stod(match[4]), {}};
  std::istringstream values(match[6]);
  for (std::string value; std::getline(values, value, ',');) trace.values.push_back(std::stoi(value));
  EXPECT_EQ(trace.values.size(), std::stoul(match[5]));
  return trace;
}

TEST(ScopeTrace, HasTheCarrierAtItsFrequencyAndLevel) {
  const RowPtr row = row_now(1, 4096, 3000);
  const double carrier = row->center.value + (3000 - 2048) * row->bin_width().value;
  const Trace trace = parse(scope_trace(*row, std::nullopt, "20 m"));
  EXPECT_EQ(trace.name, "20 m");
  const double step = (trace.high_khz - trace.low_khz) / static_cast<double>(trace.values.size() - 1);
  EXPECT_NEAR(trace.khz(trace.strongest()), carrier / 1e3, step);
  const auto db = [&](std::size_t at) { return trace.values[at] * trace.scale - 160; };
  EXPECT_NEAR(db(trace.strongest()), -20, trace.scale / 2);
  EXPECT_NEAR(db(0), -70, trace.scale / 2);
}

TEST(ScopeTrace, HasAPartOfTheBand) {
  const RowPtr row = row_now(1, 4096, 3000);
  const Trace trace = parse(scope_trace(*row, Span{{100.4e6}, {100.6e6}}, "A & B <C>"));
  EXPECT_EQ(trace.name, "A &amp; B &lt;C&gt;");
  EXPECT_NEAR(trace.low_khz, 100'400, 1);
  EXPECT_NEAR(trace.high_khz, 100'600, 1);
  EXPECT_EQ(scope_trace(*row, Span{{200e6}, {201e6}}, "elsewhere"), "");
}

using N1mm = HttpWorld;

TEST_F(N1mm, GetsATraceForEachNewRow) {
  const int receiver = open_datagram_socket("127.0.0.1:0", "test");
  N1mmFeed feed({.n1mm = "127.0.0.1:" + std::to_string(port_of(receiver))}, context_);
  push(row_now(1, 1024, 700));
  std::string document(65536, '\0');
  ASSERT_TRUE(eventually([&] {
    const ssize_t count = recv(receiver, document.data(), document.size(), 0);
    if (count > 0) document.resize(static_cast<std::size_t>(count));
    return count > 0;
  }));
  EXPECT_EQ(parse(document).strongest(), parse(scope_trace(*history_.latest(), std::nullopt, "spectrumd")).strongest());
  EXPECT_TRUE(eventually([&] { return context_.feeds.all().front().state == "sending"; }));
  close(receiver);
  std::uint64_t sequence = 1;
  const auto is_refused = [&] {
    push(row_now(++sequence, 1024, 700));
    return context_.feeds.all().front().cause == "no program listens there";
  };
  EXPECT_TRUE(eventually(is_refused));
  EXPECT_FALSE(eventually([&] { return !is_refused(); }, 700ms)) << "the same with each trace";
}

}  // namespace
}  // namespace spectrumd
