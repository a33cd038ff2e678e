// SPDX-License-Identifier: MIT
#include "daemon/outputs/recorder.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <system_error>

namespace spectrumd {
namespace {

constexpr auto kPatience = std::chrono::milliseconds(200);
constexpr auto kSyncEvery = std::chrono::seconds(1);
constexpr double kRingSeconds = 2;
constexpr double kPieceSeconds = 0.1;
constexpr double kRetunesAtOnce = 100, kRetunesPerSecond = 1;
constexpr std::size_t kLeastRing = std::size_t{4} << 20;  // four of the largest blocks
constexpr std::size_t kMostRing = std::size_t{32} << 20;

std::size_t ring_bytes(const SourceFacts& source) {
  const double bytes =
      kRingSeconds * source.tuned.rate.value * static_cast<double>(gpufft::bytes_per_sample(source.format));
  return std::clamp(static_cast<std::size_t>(bytes), kLeastRing, kMostRing);
}

std::string described(const Tuned& tuned) {
  return fmt::format("center {}Hz, gain {}, {} ppm", format_number(tuned.center.value),
                     tuned.gain ? fmt::format("{} dB", tuned.gain->value) : "auto", tuned.ppm);
}

}  // namespace

Recorder::Recorder(const RecordingPlan& plan, std::function<void(const RecordingProgress&)> on_end)
    : plan_(plan),
      on_end_(std::move(on_end)),
      sample_bytes_(gpufft::bytes_per_sample(plan.source.format)),
      writer_(plan.stem, {.format = plan.source.format,
                          .rate = plan.source.tuned.rate,
                          .hardware = plan.source.description,
                          .description = plan.description}),
      ring_(ring_bytes(plan.source), sample_bytes_),
      next_sync_(started_ + kSyncEvery) {
  progress_.started = std::chrono::system_clock::now();
  writing_ = std::jthread([this] {
    pthread_setname_np(pthread_self(), "recorder");
    write_all();
  });
}

Recorder::~Recorder() { end("stopped"); }

void Recorder::take(const IqBlock& block) {
  for (;;) {
    {
      const std::scoped_lock lock(mutex_);
      if (!accepting_) return;
      if (ring_.put(block)) return;
      if (plan_.source.live) return ring_.drop(block);
    }
    ring_.wait_for_room(block.bytes.size() / sample_bytes_, kPatience, {});
  }
}

void Recorder::end(const std::string& reason) {
  const std::scoped_lock lock(mutex_);
  if (!std::exchange(accepting_, false)) return;
  reason_ = reason;
  ring_.end();
}

RecordingProgress Recorder::progress() const {
  const std::scoped_lock lock(mutex_);
  return progress_;
}

void Recorder::write_all() {
  const auto piece = std::max<std::size_t>(1, static_cast<std::size_t>(kPieceSeconds * plan_.source.tuned.rate.value));
  try {
    std::size_t wanted = piece;
    while (!progress().ended && !ring_.drained()) {
      const IqStretch stretch = ring_.wait(wanted, kPatience, {});
      if (!stretch.bytes.empty()) write_some(stretch);
      wanted = stretch.bytes.empty() ? 1 : piece;  // of a source that has fallen silent, what there is
      if (!progress().ended) check_limits();
    }
    if (!progress().ended) finish(reason_, false);
  } catch (const OutputError& error) {
    finish(error.what(), true);
  }
  if (on_end_) on_end_(progress());
}

void Recorder::write_some(const IqStretch& stretch) {
  if (stretch.tuned.rate != plan_.source.tuned.rate)
    return finish(fmt::format("the rate has changed to {}S/s", format_number(stretch.tuned.rate.value)), true);
  if (stretch.tuned != tuned_ || stretch.lost_before > 0 || stretch.epoch.number != epoch_) begin_capture(stretch);
  if (progress().ended) return;
  const std::uint64_t room =
      (plan_.limits.bytes - std::min(plan_.limits.bytes, writer_.samples() * sample_bytes_)) / sample_bytes_;
  const std::uint64_t left = plan_.limits.samples - writer_.samples();
  const std::size_t samples = std::min({stretch.bytes.size() / sample_bytes_, left, room});
  writer_.append(stretch.bytes.first(samples * sample_bytes_));
  ring_.consume({.processed = samples});
  {
    const std::scoped_lock lock(mutex_);
    progress_.samples = writer_.samples();
  }
  if (samples == left) return finish("complete", false);
  if (samples == room) finish("recordings.quota is used up; delete old recordings", true);
}

void Recorder::begin_capture(const IqStretch& stretch) {
  const bool gap = stretch.lost_before > 0;
  const bool retuned = tuned_ && stretch.tuned != *tuned_;
  const bool stepped = tuned_ && stretch.epoch.number != epoch_;
  if (retuned && too_many_retunes())
    return finish("the radio is tuned elsewhere all the time, as in a sweep; tune it to a center first", true);
  std::string comment = gap ? fmt::format("{} samples are missing", stretch.lost_before) : "";
  if (retuned) comment += (gap ? "; " : "") + described(stretch.tuned);
  if (stepped) comment += (comment.empty() ? "" : "; ") + std::string("the system clock was stepped");
  writer_.begin_capture({.global_index = stretch.first_sample, .center = stretch.tuned.center, .time = stretch.time},
                        gap ? "gap" : (retuned ? "retune" : (stepped ? "clock" : "")), comment);
  tuned_ = stretch.tuned;
  epoch_ = stretch.epoch.number;
  if (!gap) return;
  const std::scoped_lock lock(mutex_);
  progress_.lost += stretch.lost_before;
  ++progress_.gaps;
}

bool Recorder::too_many_retunes() {
  const double seconds = static_cast<double>(writer_.samples()) / plan_.source.tuned.rate.value;
  return static_cast<double>(++retunes_) > kRetunesAtOnce + kRetunesPerSecond * seconds;
}

void Recorder::check_limits() {
  std::error_code error;
  const auto space = std::filesystem::space(writer_.data_path(), error);
  if (!error && space.available < plan_.limits.disk_floor)
    return finish("the disk is full up to recordings.disk_floor; make room there", true);
  if (Clock::now() < next_sync_) return;
  next_sync_ = Clock::now() + kSyncEvery;
  writer_.sync();
  if (Clock::now() - started_ > plan_.limits.time)
    finish("recordings.longest has passed; raise it for longer ones", true);
}

void Recorder::finish(const std::string& reason, bool failed) {
  {
    const std::scoped_lock lock(mutex_);
    accepting_ = false;
  }
  writer_.finish(failed ? "end" : "", reason);
  const std::scoped_lock lock(mutex_);
  progress_.samples = writer_.samples();
  progress_.ended = reason;
  progress_.failed = failed;
}

}  // namespace spectrumd
