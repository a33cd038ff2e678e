// SPDX-License-Identifier: MIT
#include "daemon/channels/streams/sound_reader.h"

#include <gtest/gtest.h>

#include <complex>
#include <vector>

namespace spectrumd {
namespace {

constexpr ListenSettings kNarrow{.mode = ListenMode::Nfm}, kWide{.mode = ListenMode::Wfm};

// A tenth of a second of nothing.
void give(StreamReader& reader, const ListenSettings& settings) {
  const double rate = channel_for(settings).rate;
  const std::vector<std::complex<float>> samples(static_cast<std::size_t>(rate / 10));
  reader.take({.samples = samples, .rate = rate});
}

TEST(SoundReader, FollowsItsChannelToAnotherMode) {
  const auto reader = sound_reader("s16", kNarrow);
  give(*reader, kNarrow);
  const std::size_t bytes = reader->fetch().size();
  EXPECT_GT(bytes, 0U);
  const ListenSettings other{.mode = ListenMode::Am};
  reader->adopt(listening_at(Hertz{100e6}, other));
  give(*reader, other);
  EXPECT_NEAR(static_cast<double>(reader->fetch().size()), 4800, 480);
  EXPECT_FALSE(reader->ended());
}

TEST(SoundReader, EndsWhenItsChannelGetsAnotherFormOfSound) {
  for (const auto& [before, after] : {std::pair(kNarrow, kWide), {kWide, kNarrow}})
    for (const std::string_view format : sound_format_names()) {
      const auto reader = sound_reader(format, before);
      give(*reader, before);
      reader->fetch();
      reader->adopt(listening_at(Hertz{100e6}, after));
      give(*reader, after);
      EXPECT_TRUE(reader->ended()) << format;
      EXPECT_EQ(reader->fetch(), "") << format;
    }
}

}  // namespace
}  // namespace spectrumd
