// SPDX-License-Identifier: MIT
#include "gpufft/window.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace {

using gpufft::parse_window;
using gpufft::Window;

struct Textbook {
  const char* name;
  double coherent_gain, enbw_bins;
};

// F. J. Harris, "On the use of windows for harmonic analysis with the DFT", 1978; flat-top: Matlab's documentation.
TEST(Window, HasTheTextbooksGainAndBandwidth) {
  for (const auto& [name, gain, enbw] :
       {Textbook{"rectangle", 1, 1}, Textbook{"hann", 0.5, 1.5}, Textbook{"hamming", 0.54, 1.3628},
        Textbook{"blackman", 0.42, 1.7268}, Textbook{"blackman-harris", 0.35875, 2.0044},
        Textbook{"flattop", 0.2156, 3.7702}, Textbook{"bartlett", 0.5, 1.3333}, Textbook{"hann-poisson", 0.2982, 2.022},
        Textbook{"youssef", 0.35855, 2.006}, Textbook{"kaiser:6.283185307", 0.4889, 1.496},
        Textbook{"kaiser:9.42477796", 0.4030, 1.795}, Textbook{"kaiser:0", 1, 1}}) {
    const auto measured = gpufft::window_gain(gpufft::window_points(parse_window(name).value(), 4096));
    EXPECT_NEAR(measured.coherent_gain, gain, 2e-3 * gain) << name;
    EXPECT_NEAR(measured.enbw_bins, enbw, 2e-3 * enbw) << name;
  }
}

TEST(Window, IsPeriodicAndPeaksAtOneInTheMiddle) {
  for (const auto name : gpufft::window_names()) {
    const auto points = gpufft::window_points(parse_window(name).value(), 64);
    ASSERT_EQ(points.size(), 64U);
    EXPECT_NEAR(points[32], 1, 1e-8) << name;
    EXPECT_EQ(*std::ranges::max_element(points), points[32]) << name;
    for (std::size_t n = 1; n < 64; ++n) EXPECT_NEAR(points[n], points[64 - n], 1e-12) << name << " at " << n;
  }
}

TEST(Window, LetsASignalThroughAtEveryLength) {
  for (const auto name : gpufft::window_names()) {
    for (std::size_t length = 1; length <= 20; ++length) {
      const auto gain = gpufft::window_gain(gpufft::window_points(parse_window(name).value(), length));
      EXPECT_GT(gain.coherent_gain, 0.1) << name << " of " << length;
      EXPECT_GE(gain.enbw_bins, 1 - 1e-12) << name << " of " << length;
    }
  }
}

TEST(Window, ReadsBackWhatItWrites) {
  for (const auto name : gpufft::window_names()) {
    const auto window = parse_window(name).value();
    EXPECT_EQ(parse_window(to_string(window)), window) << name;
  }
  EXPECT_EQ(to_string(Window{Window::Shape::Kaiser, 0.1}), "kaiser:0.1");
  EXPECT_EQ(to_string(Window{Window::Shape::FlatTop, 0.1}), "flattop");
  EXPECT_EQ(parse_window("kaiser:12.25"), (Window{Window::Shape::Kaiser, 12.25}));
  EXPECT_EQ(parse_window("kaiser"), (Window{Window::Shape::Kaiser}));
}

TEST(Window, IsNothingForANameThatIsNone) {
  for (const auto* text : {"", "Hann", "hanning", "hann ", "hann:1", "kaiser:", "kaiser:x", "kaiser:-1", "kaiser:nan",
                           "kaiser:inf", "kaiser:8.6x", "kaiser:101", "kaiser:1e999", ":8.6"}) {
    EXPECT_EQ(parse_window(text), std::nullopt) << '"' << text << '"';
  }
}

}  // namespace
