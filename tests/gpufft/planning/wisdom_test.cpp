// SPDX-License-Identifier: MIT
#include "gpufft/planning/wisdom.h"

#include <gtest/gtest.h>

#include <sstream>

namespace gpufft {
namespace {

std::optional<std::string> complaint(Wisdom& wisdom, const std::string& text) {
  std::istringstream in(text);
  return wisdom.read(in);
}

TEST(Wisdom, ReadsBackWhatItWrites) {
  Wisdom written("cuda", "NVIDIA H200"), read("cuda", "NVIDIA H200");
  written.learn(key_of("points", 4096), "frames_16x16x16p16l1b2");
  written.learn(key_of("mean", 4096), "frames_32x32x4p32l1b3");
  written.learn(key_of("way", 257), 1234.5);
  std::stringstream text;
  written.write(text);
  EXPECT_EQ(read.read(text), std::nullopt);
  EXPECT_EQ(read.recipe("points 4096"), "frames_16x16x16p16l1b2");
  EXPECT_EQ(read.recipe("mean 4096"), "frames_32x32x4p32l1b3");
  EXPECT_EQ(read.recipe("power 4096"), std::nullopt);
  EXPECT_EQ(read.cost("way 257"), 1234.5);
}

TEST(Wisdom, OfAnotherDeviceOrDamagedIsIgnored) {
  Wisdom known("opencl", "some GPU"), other("opencl", "another"), processors("cpu", "some GPU");
  known.learn("points 256", "16x16:1:16:0");
  std::ostringstream out;
  known.write(out);
  const std::string good = out.str();
  EXPECT_EQ(complaint(other, good), "made on another device, some GPU");
  EXPECT_EQ(complaint(processors, good), "not a wisdom file");
  for (const auto* const foreign : {"", "what?", "gpufft opencl wisdom 2\nsome GPU\n", "gpufft opencl wisdom 1"})
    EXPECT_EQ(complaint(known, foreign), "not a wisdom file") << foreign;
  for (const auto* const damage : {"points\n", "points \n", " 16:1\n", "\n", "points 512 16x"})
    EXPECT_EQ(complaint(known, good + damage), "damaged") << damage;
  EXPECT_EQ(known.recipe("points 256"), "16x16:1:16:0");
}

TEST(Wisdom, KnowsNoCostThatIsNotANumberOverZero) {
  Wisdom wisdom("cpu", "");
  for (const auto* const text : {"x", "-3", "0", "inf", "nan", "1.5s"}) {
    wisdom.learn("plain 1 8 8", text);
    EXPECT_EQ(wisdom.cost("plain 1 8 8"), std::nullopt) << text;
  }
  wisdom.learn("plain 1 8 8", "1.5");
  EXPECT_EQ(wisdom.cost("plain 1 8 8"), 1.5);
}

}  // namespace
}  // namespace gpufft
