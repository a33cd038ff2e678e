// SPDX-License-Identifier: MIT
#include "daemon/feeds/mqtt/look_request.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "daemon/server/http/request_error.h"
#include "tests/daemon/pipeline/rows.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr double kCell = 2.4e6 / 1024;  // of rows about 100 MHz

std::string refusal(std::string_view text) {
  try {
    parse_look(text);
  } catch (const RequestError& error) {
    return error.field + "|" + error.what();
  }
  return "";
}

TEST(LookRequest, TakesNumbersAndTexts) {
  const LookRequest plain = parse_look(R"({"id": "a1", "from": 145500000, "to": 145600000.5, "seconds": 2.5})");
  EXPECT_EQ(plain.id, "a1");
  EXPECT_EQ(plain.from.value, 145.5e6);
  EXPECT_EQ(plain.to.value, 145600000.5);
  EXPECT_EQ(plain.length, 2500ms);
  const LookRequest text = parse_look(R"({"id": "b", "from": "145.5M", "to": "145.6 MHz"})");
  EXPECT_EQ(text.to.value, 145.6e6);
  EXPECT_EQ(text.length, 10s);
}

TEST(LookRequest, SaysWhatIsWrong) {
  EXPECT_NE(refusal("look!"), "");
  EXPECT_NE(refusal("[]"), "");
  EXPECT_EQ(refusal(R"({"from": 1e6, "to": 2e6})").substr(0, 3), "id|");
  EXPECT_EQ(refusal(R"({"id": "a", "from": 1e6})").substr(0, 3), "to|");
  EXPECT_EQ(refusal(R"({"id": "a", "from": 2e6, "to": 2e6})").substr(0, 3), "to|");
  EXPECT_EQ(refusal(R"({"id": "a", "from": "high", "to": 2e6})").substr(0, 5), "from|");
  EXPECT_EQ(refusal(R"({"id": 7, "from": 1e6, "to": 2e6})").substr(0, 3), "id|");
  EXPECT_EQ(refusal(R"({"id": "", "from": 1e6, "to": 2e6})").substr(0, 3), "id|");
  EXPECT_EQ(refusal(R"({"id": ")" + std::string(65, 'x') + R"(", "from": 1e6, "to": 2e6})").substr(0, 3), "id|");
  for (const char* seconds : {"0", "61", "-1", "\"long\""})
    EXPECT_EQ(refusal(fmt::format(R"({{"id": "a", "from": 1e6, "to": 2e6, "seconds": {}}})", seconds)).substr(0, 8),
              "seconds|");
  EXPECT_EQ(refusal(R"({"id": "a", "from": 1e6, "to": 2e6, "gain": 3})").substr(0, 5), "gain|");
}

TEST(LookMeter, FindsTheLoudestAndTheMeanOfPowers) {
  LookMeter meter({.id = "a", .from = {100e6 - 8 * kCell}, .to = {100e6 + 8 * kCell}, .length = 1s});
  std::vector<Centibel> quiet(1024, -8000), loud = quiet;
  loud[515] = -2000;
  loud[600] = -1000;  // outside
  meter.add(*make_row(1, quiet, 0));
  meter.add(*make_row(2, loud, 0.05));
  const Json result = meter.result();
  EXPECT_EQ(meter.rows(), 2U);
  EXPECT_EQ(result["max_db"], -20);
  EXPECT_NEAR(result["frequency_hz"], 100e6 + 3.5 * kCell, 1);
  EXPECT_NEAR(result["mean_db"], 10 * std::log10((1e-2 + 31e-8) / 32), 0.01);
  EXPECT_NEAR(result["seconds"], 0.1, 1e-9);
  EXPECT_EQ(result["id"], "a");
}

TEST(LookMeter, PassesOverRowsWithoutAllOfTheRange) {
  LookMeter meter({.id = "a", .from = {101e6}, .to = {101.3e6}, .length = 1s});
  meter.add(*flat_row(1, 64));
  EXPECT_EQ(meter.rows(), 0U);
  auto moved = flat_row(2, 64);
  moved->center = {101e6};
  meter.add(*moved);
  EXPECT_EQ(meter.rows(), 1U);
  EXPECT_TRUE(has_range(*moved, {99.8e6}, {102.2e6})) << "to its very edges";
}

}  // namespace
}  // namespace spectrumd
