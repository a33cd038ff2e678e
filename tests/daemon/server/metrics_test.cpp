// SPDX-License-Identifier: MIT
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "tests/daemon/server/http_world.h"

namespace spectrumd {
namespace {

using Metrics = HttpWorld;

// The text format of Prometheus, 0.0.4: samples by name and labels.
std::map<std::string, double> parse(const std::string& text) {
  const std::regex sample("([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{[a-z_]+=\"[^\"\\\\\n]*\"\\})? ([-+.0-9e]+)");
  const std::regex remark("# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)");
  std::map<std::string, double> samples;
  std::set<std::string> typed, helped;
  std::istringstream lines(text);
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_match(line, match, remark)) {
      EXPECT_TRUE((match[1] == "TYPE" ? typed : helped).insert(match[2]).second) << "twice: " << line;
      EXPECT_TRUE(match[1] == "HELP" || match[3] == "counter" || match[3] == "gauge") << line;
    } else if (std::regex_match(line, match, sample)) {
      EXPECT_TRUE(typed.contains(match[1]) && helped.contains(match[1])) << "no remark before " << line;
      EXPECT_TRUE(samples.emplace(match[1].str() + match[2].str(), std::stod(match[3])).second) << "twice: " << line;
    } else {
      ADD_FAILURE() << "not a line of the format: " << line;
    }
  }
  return samples;
}

TEST_F(Metrics, AreInTheFormatOfPrometheus) {
  const HttpAnswer answer = get("/metrics");
  EXPECT_EQ(answer.header("Content-Type"), "text/plain; version=0.0.4; charset=utf-8");
  EXPECT_TRUE(answer.body.ends_with("\n"));
  const auto samples = parse(answer.body);
  EXPECT_GE(samples.size(), 20U);
  EXPECT_EQ(samples.at("spectrumd_source_center_hertz"), 100e6);
  EXPECT_EQ(samples.at("spectrumd_source_up{kind=\"sim\"}"), 1);
  EXPECT_GT(samples.at("process_resident_memory_bytes"), 1e6);
  EXPECT_GT(samples.at("process_open_fds"), 3);
  const double now = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
  EXPECT_NEAR(samples.at("process_start_time_seconds"), now, 3600);
  EXPECT_LE(samples.at("process_start_time_seconds"), now + 1);
}

TEST_F(Metrics, CountSamplesByFateSoThatTheyAddUp) {
  const auto samples = parse(get("/metrics").body);
  EXPECT_EQ(samples.at("spectrumd_samples_received_total"),
            samples.at("spectrumd_samples_total{fate=\"processed\"}") +
                samples.at("spectrumd_samples_total{fate=\"dropped\"}") +
                samples.at("spectrumd_samples_total{fate=\"discarded\"}"));
}

TEST_F(Metrics, CountersOnlyGrow) {
  const auto before = parse(get("/metrics").body);
  const auto after = parse(get("/metrics").body);
  for (const auto& [name, value] : before) {
    const bool is_counter = name.find("_total") != std::string::npos;
    EXPECT_TRUE(!is_counter || after.at(name) >= value) << name;
  }
}

}  // namespace
}  // namespace spectrumd
