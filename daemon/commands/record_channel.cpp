// SPDX-License-Identifier: MIT
#include "daemon/commands/record_channel.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <optional>

#include "daemon/channels/streams/iq_reader.h"
#include "daemon/commands/one_channel.h"
#include "daemon/commands/record_progress.h"
#include "daemon/commands/record_report.h"
#include "daemon/outputs/channel_feed.h"
#include "daemon/outputs/channel_recording.h"
#include "daemon/outputs/recording_buffer.h"
#include "daemon/service/signals.h"
#include "daemon/sources/file/recording.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr auto kProgressLook = 50ms;
constexpr std::array<std::string_view, 2> kSoundFormats{"wav", "opus"};

void check(const RecordOptions& options, const ChannelOrder& order) {
  if (!order.listen && (options.split || options.shortest))
    throw command_line::UsageError("--split and --shortest belong to sound: choose another --mode");
  if (options.shortest && !options.split) throw command_line::UsageError("--shortest belongs to --split");
}

ChannelRecording recording_of(const RecordOptions& options, Hertz center) {
  ChannelRecording recording{.order = order_of(options.channel, center), .open = nullptr, .seconds = options.seconds};
  check(options, recording.order);
  recording.split = options.split;
  recording.shortest = options.shortest.value_or(recording.shortest);
  if (!recording.order.listen)
    recording.samples = *iq_format_named(format_of(options.channel, iq_format_names()));
  else if (format_of(options.channel, kSoundFormats) == "opus")
    recording.sound = SoundFormat::Opus;
  return recording;
}

// The files of a split one are named after their beginnings, in the folder of FILE.
std::filesystem::path path_of(const ChannelRecording& recording, const std::filesystem::path& file) {
  const std::string usual = name_of(recording, std::chrono::system_clock::now());
  if (file.empty()) return usual;
  if (!recording.order.listen) return sigmf_stem(file);
  if (recording.split) return file / usual;
  const std::string_view extension = extension_of(recording.sound);
  return file.extension() == extension ? file : std::filesystem::path(file).concat(extension);
}

std::string place_of(const ChannelRecording& recording, const std::filesystem::path& path) {
  if (recording.split) return (path.parent_path() / "").string();
  return file_of("", path.string(), RecordingPart::Data).string();
}

void wait_for_end(OneChannel& radio, Recorder& recorder, const Signals& signals, ProgressLine* line) {
  while (!recorder.progress().ended()) {
    if (signals.wait_for(kProgressLook)) recorder.end("stopped");
    if (radio.has_ended()) recorder.end("the source has ended");
    if (line && recorder.progress().samples > 0) line->update(recorder.progress());
  }
}

}  // namespace

int record_channel(const Settings& settings, const RecordOptions& options) {
  const Signals signals;
  const ChannelRecording recording = recording_of(options, settings.tuning.center);
  OneChannel radio(settings, recording.order);
  const SourceFacts source = radio.source();
  ChannelRecordingPlan made = plan_of(recording, source, path_of(recording, options.file));
  made.plan.source.live = source.live;  // a file waits for the disk
  made.plan.limits.disk_floor = settings.recordings.disk_floor_mib << 20;
  made.plan.buffer_bytes =
      recording_buffer_bytes(made.plan.source, static_cast<double>(settings.recordings.buffer_seconds),
                             most_recording_buffer_bytes(), kLeastChannelBuffer);
  const auto recorder = Recorder::start(made.plan, report_full_disk);
  recorder->wait_until_open();
  const auto feed = std::make_shared<ChannelFeed>(recorder, made.changes);
  radio.channel().add(feed);
  const double rate = recording.order.settings.rate;
  std::optional<ProgressLine> line;
  const std::string place = place_of(recording, recorder->plan().stem);
  if (!options.json) announce(*recorder, place);
  if (!options.json && isatty(STDERR_FILENO) == 1)
    line.emplace(std::cerr, rate, gpufft::bytes_per_sample(made.plan.source.format));
  wait_for_end(radio, *recorder, signals, line ? &*line : nullptr);
  line.reset();
  radio.channel().remove(*feed);
  recorder->wait();
  report(*recorder, place, rate, options.json);
  return recorder->progress().state == RecordingState::Failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

}  // namespace spectrumd
