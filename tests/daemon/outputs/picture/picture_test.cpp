// SPDX-License-Identifier: MIT
#include "daemon/outputs/picture/picture.h"

#include <gtest/gtest.h>

#include "gpufft/demos/pictures/png.h"
#include "tests/daemon/outputs/time_zone.h"
#include "tests/daemon/pipeline/rows.h"

namespace spectrumd {
namespace {

using namespace std::chrono;

const Time kTen = at_seconds(1e9);  // 2001-09-09T01:46:40Z
constexpr Centibel kNoise = -9000, kStrong = -3000;
constexpr LevelRange kRange{-10000, -2000};

PicturePlan plan_of_test() {
  return {.since = kTen,
          .until = kTen + 100s,
          .from = {99e6},
          .to = {101e6},
          .columns = 200,
          .lines = 100,
          .detector = Detector::Max,
          .range = kRange,
          .station = "Test",
          .rbw_hz = 1000};
}

// A second of noise around a center, with a carrier in a bin of 48.
std::shared_ptr<Row> second(int after, std::optional<std::size_t> carrier = {}, double center = 100e6) {
  std::vector<Centibel> levels(48, kNoise);
  if (carrier) levels[*carrier] = kStrong;
  auto row = make_row(static_cast<std::uint64_t>(after) + 1, levels, 1e9 + after, 1);
  row->center.value = center;
  row->epoch = 1;
  return row;
}

std::string png_of(const Picture& picture) {
  std::string png;
  picture.write([&](std::string_view bytes) { png += bytes; });
  return png;
}

// As another decoder reads it.
class Seen {
 public:
  explicit Seen(const Picture& picture) {
    const std::string png = png_of(picture);
    decoded_ = gpufft::program::decode_png({reinterpret_cast<const std::uint8_t*>(png.data()), png.size()});
  }
  Colour at(Picture::Place place) const {
    const std::uint8_t* const pixel = &decoded_.bytes[decoded_.place(place.x, place.y)];
    return {pixel[0], pixel[1], pixel[2]};
  }

 private:
  gpufft::program::Picture decoded_;
};

Colour colour_named(std::uint8_t number) { return picture_colours()[number]; }
Colour colour_at(Centibel level) { return colour_named(colour_of(level, kRange)); }

TEST(Picture, ShowsACarrierAtItsPlaceAndTime) {
  Picture picture(plan_of_test());
  for (int after = 0; after < 100; ++after) picture.add(*second(after, after == 40 ? std::optional(30) : std::nullopt));
  const Seen seen(picture);
  const Hertz carrier{100e6 - 1.2e6 + 30 * 50e3};
  EXPECT_EQ(seen.at(picture.place_of(carrier, kTen + 40500ms)), colour_at(kStrong));
  EXPECT_EQ(seen.at(picture.place_of(carrier, kTen + 38500ms)), colour_at(kNoise));
  EXPECT_EQ(seen.at(picture.place_of(carrier, kTen + 42500ms)), colour_at(kNoise));
  EXPECT_EQ(seen.at(picture.place_of({carrier.value + 60e3}, kTen + 40500ms)), colour_at(kNoise));
}

TEST(Picture, IsGreyWithoutRows) {
  Picture picture(plan_of_test());
  for (int after = 0; after < 100; ++after)
    if (after < 20 || after >= 30) picture.add(*second(after));
  const Seen seen(picture);
  EXPECT_EQ(seen.at(picture.place_of({100e6}, kTen + 25s)), colour_named(kNoDataInk));
  EXPECT_EQ(seen.at(picture.place_of({100e6}, kTen + 19s)), colour_at(kNoise));
  EXPECT_EQ(seen.at(picture.place_of({100e6}, kTen + 30s)), colour_at(kNoise));
}

TEST(Picture, ShowsRetunedRowsAtTheirFrequencies) {
  Picture picture(plan_of_test());
  for (int after = 0; after < 100; ++after) picture.add(*second(after, 24, after < 50 ? 100e6 : 101.4e6));
  const Seen seen(picture);
  EXPECT_EQ(seen.at(picture.place_of({100e6}, kTen + 10s)), colour_at(kStrong));
  EXPECT_EQ(seen.at(picture.place_of({100e6}, kTen + 60s)), colour_named(kNoDataInk));
  EXPECT_EQ(seen.at(picture.place_of({100.5e6}, kTen + 60s)), colour_at(kNoise));
}

TEST(Picture, KeepsWhatIsShorterThanALine) {
  PicturePlan plan = plan_of_test();
  plan.lines = 4;
  for (const Detector detector : {Detector::Mean, Detector::Max}) {
    plan.detector = detector;
    Picture picture(plan);
    for (int after = 0; after < 100; ++after)
      picture.add(*second(after, after == 60 ? std::optional(24) : std::nullopt));
    EXPECT_EQ(Seen(picture).at(picture.place_of({100e6}, kTen + 60s)), colour_at(kStrong));
  }
}

TEST(Picture, ShowsTheLaterRowsWhereTimesOccurTwice) {
  Picture picture(plan_of_test());
  for (int after = 0; after < 50; ++after) picture.add(*second(after, 24));
  for (int after = 30; after < 100; ++after) {
    const auto row = second(after);
    row->epoch = 2;
    picture.add(*row);
  }
  const Seen seen(picture);
  EXPECT_EQ(seen.at(picture.place_of({100e6}, kTen + 29s)), colour_at(kStrong));
  EXPECT_EQ(seen.at(picture.place_of({100e6}, kTen + 40s)), colour_at(kNoise));
}

TEST(Picture, HasTicksAtRoundPlaces) {
  const TimeZone zone("UTC");
  const Picture picture(plan_of_test());
  const Seen seen(picture);
  const Picture::Place corner = picture.place_of({99e6}, kTen);
  const Picture::Place below{picture.place_of({100e6}, kTen).x, corner.y + 100};
  EXPECT_EQ(seen.at(below), colour_named(kTextInk));
  EXPECT_EQ(seen.at({below.x + 2, below.y}), colour_named(kPaperInk));
  const Picture::Place left{corner.x - 1, picture.place_of({99e6}, kTen + 20s).y};  // 01:47:00
  EXPECT_EQ(seen.at(left), colour_named(kTextInk));
  EXPECT_EQ(seen.at({left.x, left.y + 3}), colour_named(kPaperInk));
}

TEST(Picture, FindsTheRangeOfItsColours) {
  PicturePlan plan = plan_of_test();
  plan.range.reset();
  Picture picture(plan);
  for (int after = 0; after < 100; ++after) picture.add(*second(after, 24));
  const Seen seen(picture);
  constexpr LevelRange kFound{-9208, -2808};  // 2 dB beyond both, of tenths of a decibel
  EXPECT_EQ(seen.at(picture.place_of({100e6}, kTen + 50s)), colour_named(colour_of(kStrong, kFound)));
  EXPECT_EQ(seen.at(picture.place_of({100.2e6}, kTen + 50s)), colour_named(colour_of(kNoise, kFound)));
}

TEST(Picture, IsTheSameEveryTime) {
  Picture picture(plan_of_test());
  for (int after = 0; after < 100; ++after) picture.add(*second(after, static_cast<std::size_t>(after % 48)));
  EXPECT_EQ(png_of(picture), png_of(picture));
}

TEST(Picture, RefusesWhatIsEmptyOrTooLarge) {
  PicturePlan plan = plan_of_test();
  plan.columns = plan.lines = 3000;
  EXPECT_THROW(Picture{plan}, std::invalid_argument);
  plan = plan_of_test();
  plan.until = plan.since;
  EXPECT_THROW(Picture{plan}, std::invalid_argument);
}

}  // namespace
}  // namespace spectrumd
