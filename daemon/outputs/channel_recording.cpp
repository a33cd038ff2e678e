// SPDX-License-Identifier: MIT
#include "daemon/outputs/channel_recording.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <utility>

#include "daemon/outputs/recording_name.h"
#include "daemon/outputs/sound_writer.h"

namespace spectrumd {
namespace {

SoundOrder sound_order(const ChannelRecording& recording) {
  return {.listen = *recording.order.listen,
          .format = recording.sound,
          .split = recording.split,
          .shortest = recording.shortest,
          .description = recording.description};
}

}  // namespace

std::string name_of(const ChannelRecording& recording, Time now) {
  const Time begin = now - std::chrono::nanoseconds(std::llround(recording.before * 1e9));
  const std::string name = recording_name(begin, recording.order.settings.center);
  if (!recording.order.listen) return name + std::string(kIqSuffix);
  const std::string sound = sound_name(begin, recording.order.settings.center, sound_order(recording));
  return recording.split ? sound.substr(0, sound.rfind('.')) : sound;
}

ChannelRecordingPlan plan_of(const ChannelRecording& recording, const SourceFacts& source,
                             const std::filesystem::path& stem) {
  const ChannelSettings& settings = recording.order.settings;
  ChannelRecordingPlan made;
  RecordingPlan& plan = made.plan;
  plan.stem = stem;
  plan.description = recording.description;
  plan.is_channel = true;
  // A live one, also of a file: the other channels do not wait for its disk.
  plan.source = {
      .kind = source.kind,
      .description = fmt::format("{}; a channel of {}Hz", source.description, format_number(settings.bandwidth)),
      .format = recording.order.listen ? gpufft::SampleFormat::Cf32 : recording.samples,
      .tuned = {.center = settings.center, .rate = {settings.rate}}};
  if (recording.seconds)
    plan.limits.samples = static_cast<std::uint64_t>(std::llround(*recording.seconds * settings.rate));
  made.facts = {.name = stem.filename().string(),
                .center = settings.center,
                .rate = {settings.rate},
                .format = recording.samples,
                .kind = RecordingKind::Iq,
                .progress = RecordingProgress{}};
  if (!recording.order.listen) return made;
  const ListenModeFacts& mode = facts_of(recording.order.listen->mode);
  made.changes = std::make_shared<ListenChanges>();
  plan.make_writer = [order = sound_order(recording), changes = made.changes](const RecordingPlan& whole) {
    return std::make_unique<SoundWriter>(whole.stem, order, changes, whole.disk);
  };
  made.facts.kind = RecordingKind::Sound;
  made.facts.rate = {static_cast<double>(mode.sound_rate)};
  made.facts.mode = mode.name;
  made.facts.sound = recording.sound;
  made.facts.split = recording.split;
  return made;
}

}  // namespace spectrumd
