// SPDX-License-Identifier: MIT
#include <span>

#include "tests/daemon/server/http_world.h"
#include "tests/daemon/server/wire_row.h"

namespace spectrumd {
namespace {

Settings settings_in_dbm() {
  Settings settings = small_radio_settings();
  settings.dbm_offset = Decibels{40};
  return settings;
}

class HistoryInDbm : public HttpWorld {
 protected:
  HistoryInDbm() : HttpWorld(settings_in_dbm()) {}
};

// A level of one byte has a range of 127 dB, which moves with the unit: from -80 to 47 dBm here.
TEST_F(HistoryInDbm, BinaryRowsHaveTheRangeOfTheirUnit) {
  std::vector<Centibel> levels(64, -5000);
  levels[10] = 3000;
  auto row = make_row(1, levels);
  row->time = std::chrono::system_clock::now() - row->duration;
  push(row);
  const HttpAnswer answer =
      get("/api/v1/history?since=-3600&detectors=mean&bytes=1", {"Accept: application/octet-stream"});
  ASSERT_EQ(answer.status, 200);
  const WireRow wire = decode_row(std::as_bytes(std::span(answer.body)));
  EXPECT_EQ(wire.first_db, -80.0F);
  EXPECT_NEAR(wire.db(1, 10), 30, 0.25);
  EXPECT_NEAR(wire.db(1, 11), -50, 0.25);
}

}  // namespace
}  // namespace spectrumd
