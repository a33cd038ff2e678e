// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "daemon/channels/channel_book.h"
#include "daemon/outputs/channel_feed.h"
#include "daemon/outputs/recorder.h"
#include "daemon/outputs/recording_folder.h"
#include "daemon/outputs/sound_tags.h"

namespace spectrumd {

// What a client asks for: samples of a channel as SigMF, or its sound.
struct ChannelRecording {
  ChannelOrder order;     // of the channel to open, sound if it listens
  BookedChannelPtr open;  // or an open one, which it follows
  gpufft::SampleFormat samples = gpufft::SampleFormat::Cs16;
  SoundFormat sound = SoundFormat::Wav;
  std::optional<double> seconds;  // the length, with what is of the past
  double before = 0;              // seconds of the past
  bool split = false;             // sound: a file for each over
  double shortest = 0.5;          // seconds: shorter overs are left out
  std::string description;
};

// A recording of a channel to be: all but the limits.
struct ChannelRecordingPlan {
  RecordingPlan plan;
  RecordingFacts facts;                    // at its beginning
  std::shared_ptr<ListenChanges> changes;  // of sound
};

// The name at its beginning: "2026-11-21T080349Z_145.5MHz_nfm.wav", "..._iq", of a split one without extension.
std::string name_of(const ChannelRecording& recording, Time now);

// A recording of a channel of this source, in a file or a pair with this stem.
ChannelRecordingPlan plan_of(const ChannelRecording& recording, const SourceFacts& source,
                             const std::filesystem::path& stem);

// The least buffer: several blocks.
inline constexpr std::size_t kLeastChannelBuffer = std::size_t{256} << 10;

}  // namespace spectrumd
