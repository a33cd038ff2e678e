// SPDX-License-Identifier: MIT
#include "daemon/watch/band_meter.h"

#include <gtest/gtest.h>

#include "tests/daemon/pipeline/rows.h"
#include "tests/daemon/sources/file/temporary_folder.h"

namespace spectrumd {
namespace {

TEST(BandMeter, KeepsWhatIsUsualByTheGainThatItWasMeasuredWith) {
  const TemporaryFolder folder;
  Book book(folder.path("watch.db"));
  std::optional<double> gain = 20;
  BandMeter meter([&] { return gain; });
  const std::vector<Centibel> levels(16, -9000);
  const double begin = 3600.0 * 1000;
  Band band;
  for (int i = 0; i <= 100; ++i) {
    const auto row = make_row(static_cast<std::uint64_t>(i) + 1, levels, begin + i * 10, 10);
    if (i == 100) {
      gain = 40;
      row->generation = 2;
    }
    band = {row->center, row->span, 20};
    const RowScan scan{.row = *row, .mean = levels, .max = levels, .floor = levels, .usual = {}, .seconds = 10};
    EXPECT_EQ(meter.add(scan), i == 100) << i;
  }
  meter.write(book);
  const std::size_t hour = hour_of_week(at_seconds(begin));
  EXPECT_GT(book.usual(band, hour).weeks, 0);
  band.gain = 40;
  EXPECT_EQ(book.usual(band, hour).weeks, 0);
}

}  // namespace
}  // namespace spectrumd
