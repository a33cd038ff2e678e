// SPDX-License-Identifier: MIT
#include "daemon/commands/record.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "daemon/commands/commands.h"
#include "daemon/commands/flags.h"
#include "daemon/commands/record_channel.h"
#include "daemon/commands/record_progress.h"
#include "daemon/commands/record_report.h"
#include "daemon/config/keys.h"
#include "daemon/outputs/recordings.h"
#include "daemon/pipeline/sweep_plan.h"
#include "daemon/service/signals.h"
#include "daemon/service/start.h"
#include "daemon/sources/file/recording.h"
#include "daemon/sources/source_list.h"
#include "daemon/sources/wall_clock.h"

namespace spectrumd {
namespace {

// Feeds the blocks of a source to a recorder.
class RecorderSink : public IqSink {
 public:
  explicit RecorderSink(Recorder& recorder) : recorder_(recorder) {}
  void take(const IqBlock& block) override {
    idle();
    began_ = true;
    recorder_.take(clock_.date(block));
  }
  void idle() override { clock_.look(); }
  void report(const SourceReport& report) override {
    if (report.state == SourceState::Waiting && !began_) return end_without_radio(report);
    if (report.cause != Cause::None && report.cause != reported_) std::cerr << report.reason << '\n';
    reported_ = report.cause;
  }

  // Says so if there was none. A radio that was named is waited for.
  const std::string& no_radio() const { return no_radio_; }

 private:
  void end_without_radio(const SourceReport& report) {
    no_radio_ = no_radio_text(report);
    recorder_.end(no_radio_);
  }

  Recorder& recorder_;
  WallClock clock_;
  Cause reported_ = Cause::None;  // why there are no samples
  std::atomic<bool> began_ = false;
  std::string no_radio_;
};

std::string place_of(const Recorder& recorder) {
  return file_of("", recorder.plan().stem.string(), RecordingPart::Data).string();
}

// Streams until the source ends, the recording is complete, or a signal arrives. Returns why the device was lost, if it
// was. `line` is null unless there is a terminal.
std::string stream(IqSource& source, Recorder& recorder, RecorderSink& sink, const Signals& signals,
                   ProgressLine* line) {
  std::string lost;
  std::jthread streaming([&](const std::stop_token& stop) {
    Slot<TuningRequest> no_requests;
    try {
      source.stream(stop, no_requests, sink);
      recorder.end("the source has ended");
    } catch (const SourceError& error) {
      lost = error.what();
      recorder.end(lost);
    }
  });
  while (!recorder.progress().ended()) {
    if (signals.wait_for(std::chrono::milliseconds(100))) recorder.end("stopped");
    if (line && recorder.progress().samples > 0) line->update(recorder.progress());
  }
  streaming.request_stop();
  streaming.join();
  return lost;
}

// Says on standard error what is recorded, and how to end it; the progress only where a person watches.
std::string watched_stream(IqSource& source, Recorder& recorder, RecorderSink& sink, const Signals& signals,
                           const RecordOptions& options) {
  if (options.json) return stream(source, recorder, sink, signals, nullptr);
  const SourceFacts& facts = source.facts();
  announce(recorder, place_of(recorder));
  if (isatty(STDERR_FILENO) == 0) return stream(source, recorder, sink, signals, nullptr);
  ProgressLine line(std::cerr, facts.tuned.rate.value, gpufft::bytes_per_sample(facts.format));
  return stream(source, recorder, sink, signals, &line);
}

// The files are empty.
int report_no_radio(const Recorder& recorder, const std::string& text) {
  const std::filesystem::path& stem = recorder.plan().stem;
  remove_recording(stem.parent_path(), stem.filename().string());
  std::cerr << text << '\n';
  return EXIT_FAILURE;
}

// A narrow span is a center.
std::unique_ptr<IqSource> open_in_span(const Settings& wanted) try {
  Settings settings = wanted;
  settings.tuning = first_tuning(wanted.tuning, std::nullopt, reach_of(wanted));
  return open_source(settings);
} catch (const TuningRefused& refused) {
  throw in_terms_of(wanted.tuning, refused);
}

}  // namespace

int record(Settings settings, const RecordOptions& options) {
  if (!options.channel.mode.empty()) return record_channel(settings, options);
  if (options.channel != ChannelOptions{} || options.split || options.shortest)
    throw command_line::UsageError("these flags belong to the recording of a channel: add a --mode");
  const Signals signals;
  if (plan_sweep(settings.tuning, kLeastSweepFft, 0))
    throw TuningRefused(
        "span", "wider than the radio receives at once; record a --center, or a span of three quarters of the rate");
  const auto source = open_in_span(settings);
  const SourceFacts& facts = source->facts();
  RecordingPlan plan{.stem = sigmf_stem(options.file), .source = facts};
  if (plan.stem.empty()) plan.stem = recording_name(std::chrono::system_clock::now(), facts.tuned.center);
  plan.limits.disk_floor = settings.recordings.disk_floor_mib << 20;
  if (options.seconds)
    plan.limits.samples = static_cast<std::uint64_t>(std::llround(*options.seconds * facts.tuned.rate.value));
  plan.buffer_bytes = recording_buffer_bytes(facts, static_cast<double>(settings.recordings.buffer_seconds),
                                             most_recording_buffer_bytes());
  const auto recorder = Recorder::start(plan, report_full_disk);
  recorder->wait_until_open();
  RecorderSink sink(*recorder);
  const std::string lost = watched_stream(*source, *recorder, sink, signals, options);
  recorder->wait();
  if (!sink.no_radio().empty()) return report_no_radio(*recorder, sink.no_radio());
  report(*recorder, place_of(*recorder), facts.tuned.rate.value, options.json);
  const bool failed = recorder->progress().state == RecordingState::Failed;
  return failed || !lost.empty() ? EXIT_FAILURE : EXIT_SUCCESS;
}

void add_record_options(command_line::Arguments& arguments, RecordOptions& options) {
  using command_line::into;
  arguments.add({{"[FILE]", "name of the pair, with or without extension; default: named after time and frequency",
                  into(options.file)},
                 {"--duration TIME", "10s, 5m or 1h; default: until stopped", duration_into(options.seconds)},
                 {"--json", "print JSON", into(options.json)}});
  add_channel_options(arguments, options.channel,
                      "records one --center: nfm, am, sam, wfm, usb, lsb or cw: sound; iq: samples; default: the band",
                      "of a channel: wav or opus; cs16, cf32, cs8 or cu8 for samples");
  arguments.add({{"--split", "sound: a file for each over, in the folder FILE", into(options.split)},
                 {"--shortest TIME", "of an over that is written; default: 0.5s", duration_into(options.shortest)}});
}

int run_record(command_line::Arguments& arguments) {
  RecordOptions options;
  add_record_options(arguments, options);
  if (!arguments.parse()) return 0;
  start_log();
  const Settings settings = load_settings(flags_of(arguments));
  set_log_level(settings);
  return record(settings, options);
}

}  // namespace spectrumd
