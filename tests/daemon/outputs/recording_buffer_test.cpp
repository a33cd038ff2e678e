// SPDX-License-Identifier: MIT
#include "daemon/outputs/recording_buffer.h"

#include <gtest/gtest.h>

namespace spectrumd {
namespace {

TEST(RecordingBuffer, HoldsTheSecondsOrSaysHowManyFit) {
  SourceFacts source{.tuned = {.rate = {2.4e6}}};
  EXPECT_EQ(recording_buffer_bytes(source, 8, 64 << 20), 38'400'000U);
  source.format = gpufft::SampleFormat::Cs16;
  try {
    recording_buffer_bytes(source, 8, 64 << 20);
    FAIL() << "took more than it may";
  } catch (const RecordingRefused& refused) {
    EXPECT_EQ(refused.code, "buffer_too_large");
    const std::string reason = refused.what();
    EXPECT_NE(reason.find("8 s at 2.4MS/s are 74 MiB"), std::string::npos) << reason;
    EXPECT_NE(reason.find("at most 6 s"), std::string::npos) << reason;
  }
  source.live = false;
  EXPECT_LE(recording_buffer_bytes(source, 120, 64 << 20), 64U << 20) << "this one can wait";
  EXPECT_GT(most_recording_buffer_bytes(), 0U);
}

}  // namespace
}  // namespace spectrumd
