// SPDX-License-Identifier: MIT
#include "daemon/server/rows/row_cache.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/daemon/pipeline/rows.h"
#include "tests/daemon/server/wire_row.h"

namespace spectrumd {
namespace {

TEST(RowCache, EqualRequestsShareOneEncoding) {
  RowCache cache;
  const auto row = flat_row(1, 64);
  EXPECT_EQ(cache.encoded(*row, View{}, {}, 0, false), cache.encoded(*row, View{}, {}, 0, false));
}

TEST(RowCache, DifferentRequestsDoNot) {
  RowCache cache;
  const auto row = flat_row(1, 64);
  const View narrow{.from = Hertz{100e6}};
  const std::vector<SharedBytes> encodings{
      cache.encoded(*row, View{}, {}, 0, false),
      cache.encoded(*flat_row(2, 64), View{}, {}, 0, false),
      cache.encoded(*row, narrow, {}, 0, false),
      cache.encoded(*row, View{.bins = 16}, {}, 0, false),
      cache.encoded(*row, View{}, {.detectors = 2}, 0, false),
      cache.encoded(*row, View{}, {.bytes_per_level = 2}, 0, false),
      cache.encoded(*row, View{}, {}, -10, false),
      cache.encoded(*row, View{}, {}, 0, true),
  };
  for (std::size_t i = 0; i < encodings.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) EXPECT_NE(*encodings[i], *encodings[k]) << i << " and " << k;
}

TEST(RowCache, WindowedRowShowsWhatTheViewShows) {
  RowCache cache;
  std::vector<Centibel> levels(64, -9000);
  levels[40] = -1000;
  const auto row = make_row(1, levels);
  const View view{.from = Hertz{100e6}, .to = Hertz{100.6e6}, .bins = 8};
  const RowPtr windowed = cache.windowed(*row, view);
  EXPECT_EQ(encode_row(*windowed, View{.bins = 8}, {.detectors = 7}, 0, false),
            encode_row(*row, view, {.detectors = 7}, 0, false));
  EXPECT_EQ(cache.windowed(*row, view), windowed) << "shared";
}

TEST(RowCache, StaysWithinItsMemory) {
  RowCache cache(10 * (kRowHeaderBytes + 64));
  std::vector<std::weak_ptr<const std::vector<std::byte>>> made;
  for (std::uint64_t sequence = 1; sequence <= 100; ++sequence)
    made.push_back(cache.encoded(*flat_row(sequence, 64), View{}, {}, 0, false));
  EXPECT_LE(std::count_if(made.begin(), made.end(), [](const auto& one) { return !one.expired(); }), 10);
}

TEST(RowCache, RequestsForAnotherPoolDoNotShare) {
  RowCache cache;
  std::vector<Centibel> levels(64, -9000);
  levels[10] = -1200;
  const auto row = make_row(1, levels);
  EXPECT_NE(*cache.encoded(*row, View{.bins = 16}, {}, 0, false),
            *cache.encoded(*row, View{.bins = 16, .mean_pool = Pool::Mean}, {}, 0, false));
}

}  // namespace
}  // namespace spectrumd
