// SPDX-License-Identifier: MIT
#include "daemon/sources/file/file_source.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace spectrumd {
namespace {

constexpr std::size_t kLeastBlockSamples = 64;
constexpr std::size_t kMostBlockBytes = std::size_t{1} << 18;
// A recording played repeatedly adds its gaps each time; beyond this they are no longer counted.
constexpr std::uint64_t kMostMissingIndex = std::uint64_t{1} << 62;

// What rounding may do to a center on its way to the frequencies of the antenna and back.
constexpr double kConversionError = 1e-3;

// A dongle behind a pipe may run a little faster than our clock. If it were held to the clock the pipe would fill up
// and the program of the dongle would lose samples; a recording in a pipe plays well enough at this rate.
constexpr double kPipeHaste = 1.001;

std::size_t block_bytes(Hertz rate, std::size_t sample_bytes) {
  const double samples =
      std::clamp(Pacer::kBlockSeconds * rate.value, double{kLeastBlockSamples}, double{kMostBlockBytes});
  return std::min(static_cast<std::size_t>(samples), kMostBlockBytes / sample_bytes) * sample_bytes;
}

Input open_input(const Recording& recording) {
  return recording.data == FileSource::kStdin ? Input::standard() : Input::open(recording.data);
}

}  // namespace

// Progress of stream().
struct FileSource::Progress {
  const std::stop_token& stop;
  Slot<TuningRequest>& slot;
  IqSink& sink;
  Pacer pacer;
  Tuned tuned;
  std::uint32_t last_generation = 1;  // of the last request

  std::size_t capture = 0;
  std::uint64_t position = 0;  // in the recording, in samples
  std::uint64_t index = 0;     // of all samples given so far
  std::size_t left_over = 0;   // bytes of a sample that is not whole yet, at the front of the block

  SampleClock clock;  // of what is dated by it
  Time time;          // of the sample `timed_index`
  std::uint64_t timed_index = 0;
  std::chrono::nanoseconds later{};  // than the recording says, because it is played again

  Time time_at(std::uint64_t sample, Hertz rate) const { return after_samples(time, sample - timed_index, rate); }

  // check() lets only requests through that change nothing.
  void follow(const TuningRequest& request) {
    tuned.generation += request.generation - std::exchange(last_generation, request.generation);
  }

  // A capture at the same frequency after missing samples is a gap in one tuning; any other begins a new one.
  void enter(const Capture& next) {
    if (next.missing == 0 || next.center != tuned.center) ++tuned.generation;
    tuned.center = next.center;
    if (index + next.missing <= kMostMissingIndex) index += next.missing;
    if (!next.time) return;
    time = moved(*next.time, later);
    timed_index = index;
  }

  // After a long break, continues from now rather than in a rush.
  bool wait_for(std::uint64_t samples) {
    const double late = pacer.samples_late();
    if (late > pacer.rate() * Pacer::kMostLateSeconds) pacer.let_go(static_cast<std::uint64_t>(late));
    return pacer.wait_for(samples, stop, sink);
  }
};

FileSource::FileSource(const std::string& path, const Settings& settings)
    : recording_(find_recording(path, settings)),
      sample_bytes_(gpufft::bytes_per_sample(recording_.format)),
      input_(open_input(recording_)),
      paced_(settings.file.paced),
      loop_(settings.file.loop && input_.size().has_value()),
      dated_by_clock_(paced_ && !recording_.captures.front().time),
      block_(block_bytes(recording_.rate, sample_bytes_)) {
  check_size();
  if (settings.file.loop && !loop_) spdlog::warn("{}: a pipe cannot be repeated", input_.name());
  facts_ = {.kind = path == kStdin ? "-" : "file",
            .description = fmt::format("{} ({} {})", input_.name(), recording_.container, to_string(recording_.format)),
            .format = recording_.format,
            .live = false,
            .tunable = false,
            .tuned = {.center = recording_.captures.front().center,
                      .rate = recording_.rate,
                      .gain = recording_.gain,
                      .ppm = 0,
                      .generation = 1,
                      .conversion = settings.tuning.conversion}};
}

void FileSource::check_size() {
  if (!input_.size()) return;
  const std::uint64_t file = *input_.size() - std::min(*input_.size(), recording_.offset);
  const std::uint64_t bytes = std::min(file, recording_.bytes.value_or(file));
  samples_ = bytes / sample_bytes_;
  if (bytes == 0) throw SourceError(input_.name() + ": is empty");
  if (*samples_ == 0) throw SourceError(fmt::format("{}: shorter than one sample", input_.name()));
  if (bytes % sample_bytes_ != 0)
    spdlog::warn("{}: ignored {} bytes after the last whole sample", input_.name(), bytes % sample_bytes_);
}

void FileSource::check(const Tuning& tuning) const {
  const auto refuse = [](const char* field) { throw TuningRefused(field, "a recording cannot be retuned"); };
  const auto is_there = [&tuning](const Capture& capture) {
    return std::abs(capture.center.value - tuning.center.value) < kConversionError;
  };
  if (tuning.conversion.offset != facts_.tuned.conversion.offset) refuse("offset");
  if (tuning.conversion.invert != facts_.tuned.conversion.invert) refuse("invert");
  if (std::ranges::none_of(recording_.captures, is_there)) refuse("center");
  if (tuning.rate != recording_.rate) refuse("rate");
  if (tuning.gain != facts_.tuned.gain) refuse("gain");
  if (tuning.ppm != facts_.tuned.ppm) refuse("ppm");
}

void FileSource::stream(std::stop_token stop, Slot<TuningRequest>& slot, IqSink& sink) {
  const double pace = recording_.rate.value * (samples_ ? 1 : kPipeHaste);
  Progress progress{.stop = stop,
                    .slot = slot,
                    .sink = sink,
                    .pacer = Pacer(pace),
                    .tuned = facts_.tuned,
                    .clock = SampleClock(recording_.rate.value)};
  progress.time = recording_.captures.front().time.value_or(std::chrono::system_clock::now());
  if (samples_) input_.go_to(recording_.offset);
  play(progress);
  while (loop_ && progress.position > 0 && !stop.stop_requested()) {
    rewind(progress);
    play(progress);
  }
}

// Plays from the position to the end.
void FileSource::play(Progress& progress) {
  while (!progress.stop.stop_requested()) {
    if (const auto request = progress.slot.take()) progress.follow(*request);
    enter_captures(progress);
    const std::size_t wanted = wanted_bytes(progress);
    if (wanted == 0) return;
    const std::span<std::byte> room = std::span(block_).first(wanted).subspan(progress.left_over);
    const auto got = input_.read(room, kStopPatience);
    if (!got)
      progress.sink.idle();
    else if (*got > 0)
      give(progress, progress.left_over + *got);
    else
      return note_early_end(progress);
  }
}

void FileSource::enter_captures(Progress& progress) const {
  const auto& captures = recording_.captures;
  while (progress.capture + 1 < captures.size() && captures[progress.capture + 1].first_sample <= progress.position)
    progress.enter(captures[++progress.capture]);
}

std::size_t FileSource::wanted_bytes(const Progress& progress) const {
  std::uint64_t samples = block_.size() / sample_bytes_;
  if (samples_) samples = std::min(samples, *samples_ - progress.position);
  if (progress.capture + 1 < recording_.captures.size())
    samples = std::min(samples, recording_.captures[progress.capture + 1].first_sample - progress.position);
  return static_cast<std::size_t>(samples) * sample_bytes_;
}

// Passes the first `bytes` of the block on.
void FileSource::give(Progress& progress, std::size_t bytes) {
  const std::size_t samples = bytes / sample_bytes_;
  const std::size_t whole = samples * sample_bytes_;
  if (samples > 0) {
    if (paced_ && !progress.wait_for(samples)) return;
    progress.sink.take({.bytes = std::span(block_).first(whole),
                        .first_sample = progress.index,
                        .time = progress.time_at(progress.index, recording_.rate),
                        .tuned = progress.tuned,
                        .heard = heard(progress, samples)});
  }
  progress.position += samples;
  progress.index += samples;
  progress.left_over = bytes - whole;
  std::memmove(block_.data(), block_.data() + whole, progress.left_over);
}

// A pause of the writer of a pipe looks like a loss, but need not be one: only the times matter here.
std::optional<SampleClock::Clock::time_point> FileSource::heard(Progress& progress, std::size_t samples) const {
  if (!dated_by_clock_) return std::nullopt;
  (void)progress.clock.arrived(samples, SampleClock::Clock::now());
  return progress.clock.time_of_block();
}

void FileSource::note_early_end(const Progress& progress) const {
  if (samples_)
    spdlog::warn("{}: truncated while playing; ends after {} of {} samples", input_.name(), progress.position,
                 *samples_);
  else if (progress.left_over > 0)
    spdlog::warn("{}: ignored {} bytes after the last whole sample", input_.name(), progress.left_over);
}

void FileSource::rewind(Progress& progress) {
  const auto& captures = recording_.captures;
  const Time seam = progress.time_at(progress.index, recording_.rate);
  if (captures.front().time) progress.later = seam - *captures.front().time;
  progress.capture = 0;
  progress.position = 0;
  progress.left_over = 0;
  if (captures.size() > 1) progress.enter(captures.front());
  input_.go_to(recording_.offset);
}

}  // namespace spectrumd
