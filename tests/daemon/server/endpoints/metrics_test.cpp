// SPDX-License-Identifier: MIT
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tests/daemon/server/http_world.h"
#include "tests/daemon/server/json_schema.h"
#include "tests/daemon/server/posix_regex.h"

namespace spectrumd {
namespace {

using Metrics = HttpWorld;

// The text format of Prometheus, 0.0.4: samples by name and labels.
std::map<std::string, double> samples_in(const std::string& text) {
  const std::string remark = "^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$";
  const std::string sample = R"(^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[a-z_]+="[^"\]*"\})? ([-+.0-9e]+)$)";
  std::map<std::string, double> samples;
  std::set<std::string> typed, helped;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (const auto found = find_pattern(line, remark)) {
      const bool is_type = found->at(1) == "TYPE";
      EXPECT_TRUE((is_type ? typed : helped).insert(found->at(2)).second) << "twice: " << line;
      EXPECT_TRUE(!is_type || found->at(3) == "counter" || found->at(3) == "gauge") << line;
    } else if (const auto values = find_pattern(line, sample)) {
      EXPECT_TRUE(typed.contains(values->at(1)) && helped.contains(values->at(1))) << "no remark before " << line;
      const bool is_new = samples.emplace(values->at(1) + values->at(2), std::stod(values->at(3))).second;
      EXPECT_TRUE(is_new) << "twice: " << line;
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
  const auto samples = samples_in(answer.body);
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
  const auto samples = samples_in(get("/metrics").body);
  EXPECT_EQ(samples.at("spectrumd_samples_received_total"),
            samples.at("spectrumd_samples_total{fate=\"processed\"}") +
                samples.at("spectrumd_samples_total{fate=\"dropped\"}") +
                samples.at("spectrumd_samples_total{fate=\"discarded\"}"));
}

class MetricsOfQpus : public HttpWorld {
 protected:
  MetricsOfQpus() : HttpWorld(by_qpus()) {}
  static Settings by_qpus() {
    Settings settings = small_radio_settings();
    settings.backend = "qpu";
    settings.qpu.device = "emulated";
    return settings;
  }
};

TEST_F(MetricsOfQpus, ReportTheLoadOfTheChip) {
  EXPECT_FALSE(samples_in(get("/metrics").body).contains("spectrumd_device_up{device=\"real\"}"));
  const std::string of_it = "{device=\"emulated\"}";
  double load = 0;
  EXPECT_TRUE(eventually([&] {
    const auto samples = samples_in(get("/metrics").body);
    EXPECT_EQ(samples.at("spectrumd_device_up" + of_it), 1);
    load = samples.at("spectrumd_device_load_ratio" + of_it);
    return load > 0;
  }));
  EXPECT_GT(load, 0.001);
  EXPECT_LT(load, 0.5);
}

TEST_F(MetricsOfQpus, AreInTheStatusToo) {
  const auto device = nlohmann::json::parse(get("/api/v1/status").body).at("backend").at("device");
  EXPECT_EQ(device.at("name"), "emulated");
  EXPECT_EQ(device.at("trouble"), "");
  const auto schemas = nlohmann::json::parse(std::ifstream(SPECTRUMD_ROOT "/daemon/server/endpoints/schemas.json"));
  EXPECT_EQ(SchemaCheck(schemas).check(nlohmann::json::parse(get("/api/v1/status").body), "Status"), "");
}

TEST_F(Metrics, CountersOnlyGrow) {
  const auto before = samples_in(get("/metrics").body);
  const auto after = samples_in(get("/metrics").body);
  for (const auto& [name, value] : before) {
    const bool is_counter = name.find("_total") != std::string::npos;
    EXPECT_TRUE(!is_counter || after.at(name) >= value) << name;
  }
}

}  // namespace
}  // namespace spectrumd
