// SPDX-License-Identifier: MIT
#include <cmath>

#include "daemon/config/json_text.h"
#include "daemon/server/endpoints/openapi.h"
#include "tests/daemon/server/http_world.h"
#include "tests/daemon/server/json_schema.h"

namespace spectrumd {
namespace {

class SignalsApi : public HttpWorld {
 protected:
  // 20 rows a second, with carriers in these bins. A bin is 2343.75 Hz, the center bin 512.
  void push_second(const std::vector<std::size_t>& carriers) {
    for (int i = 0; i < 20; ++i) {
      std::vector<Centibel> levels(1024, -7000);
      for (const std::size_t bin : carriers) levels[bin] = static_cast<Centibel>(-2000 - static_cast<int>(bin));
      ++sequence_;
      auto row = make_row(sequence_, levels, 1e9 + static_cast<double>(sequence_) * 0.05);
      row->ffts = 30;
      push(row);
    }
  }
  nlohmann::json signals(const std::string& query = "") const {
    return get("/api/v1/signals" + query).json()["signals"];
  }

 private:
  std::uint64_t sequence_ = 0;
};

TEST_F(SignalsApi, KeepTheirNumbersFromAnswerToAnswer) {
  EXPECT_EQ(get("/api/v1/signals").error_code(), "no_rows_yet");
  push_second({256, 700});
  const auto first = signals();
  ASSERT_EQ(first.size(), 2U);
  EXPECT_EQ(std::llround(first[0]["frequency_hz"].get<double>()), 99'400'000) << "strongest first";
  EXPECT_TRUE(first[0]["active"].get<bool>());
  push_second({256});
  const auto second = signals();
  ASSERT_EQ(second.size(), 2U) << "one may be in a pause";
  EXPECT_EQ(second[0]["id"], first[0]["id"]);
  EXPECT_FALSE(second[1]["active"].get<bool>());
}

TEST_F(SignalsApi, FollowTheSchemaAndTheQuery) {
  push_second({256, 700});
  const auto known = nlohmann::json::parse(to_text(schemas()));
  EXPECT_EQ(SchemaCheck(known).check(get("/api/v1/signals").json(), "Signals"), "");
  EXPECT_EQ(signals("?count=1").size(), 1U);
  EXPECT_EQ(signals("?from=100M").size(), 1U);
  EXPECT_EQ(signals("?from=99.5M&to=100M").size(), 0U);
}

}  // namespace
}  // namespace spectrumd
