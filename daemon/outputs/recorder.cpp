// SPDX-License-Identifier: MIT
#include "daemon/outputs/recorder.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "daemon/outputs/sigmf_writer.h"
#include "daemon/pipeline/lost_time.h"

namespace spectrumd {
namespace {

constexpr auto kPatience = std::chrono::milliseconds(200);
constexpr double kPieceSeconds = 0.1;
constexpr double kRetunesAtOnce = 100, kRetunesPerSecond = 1;

// Seconds of free space required before a recording continues. The pauses grow if that space does not appear (a quota),
// which limits the number of events.
constexpr double kSecondsToResume = 2;
constexpr auto kShortestPause = std::chrono::seconds(1), kLongestPause = std::chrono::seconds(60);

std::string described(const Tuned& tuned, bool is_channel) {
  if (is_channel) return fmt::format("channel at {}Hz", format_number(tuned.center.value));
  return fmt::format("center {}Hz, gain {}, {} ppm", format_number(tuned.center.value),
                     tuned.gain ? fmt::format("{} dB", tuned.gain->value) : "auto", tuned.ppm);
}

std::unique_ptr<RecordingWriter> sigmf_writer(const RecordingPlan& plan) {
  return std::make_unique<SigmfWriter>(plan.stem,
                                       SigmfGlobal{.format = plan.source.format,
                                                   .rate = plan.source.tuned.rate,
                                                   .hardware = plan.source.description,
                                                   .description = plan.description},
                                       plan.disk);
}

void start_thread(std::function<void()> run) { std::thread(std::move(run)).detach(); }

}  // namespace

std::string_view to_string(RecordingState state) {
  switch (state) {
    case RecordingState::Opening:
      return "opening";
    case RecordingState::Recording:
      return "recording";
    case RecordingState::Stopping:
      return "stopping";
    case RecordingState::Ended:
      return "ended";
    case RecordingState::Failed:
      break;
  }
  return "failed";
}

std::shared_ptr<Recorder> Recorder::start(RecordingPlan plan, Listener listener) {
  const std::shared_ptr<Recorder> recorder(new Recorder(std::move(plan), std::move(listener)));
  start_thread([recorder] {
    pthread_setname_np(pthread_self(), "recorder");
    recorder->run();
  });
  return recorder;
}

Recorder::Recorder(RecordingPlan plan, Listener listener)
    : plan_(std::move(plan)),
      sample_bytes_(gpufft::bytes_per_sample(plan_.source.format)),
      piece_(std::max<std::size_t>(1, static_cast<std::size_t>(kPieceSeconds * plan_.source.tuned.rate.value))),
      ring_(plan_.buffer_bytes, sample_bytes_),
      pause_(kShortestPause),
      listener_(std::move(listener)) {}

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
  progress_.state = RecordingState::Stopping;
  ring_.end();
  changed_.notify_all();
}

void Recorder::wait_until_open() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return opened_; });
  if (opening_failure_) throw OutputError::with_text(opening_failure_->first, opening_failure_->second);
}

bool Recorder::wait_for(std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, limit, [this] { return done_; });
}

void Recorder::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return done_; });
}

// Writing may block on the disk, so it has a separate thread.
void Recorder::abandon(std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  if (std::exchange(abandoned_, true) || progress_.ended()) return;
  accepting_ = false;
  const std::uint64_t unwritten = ring_.counts().buffered;
  progress_.lost = ring_.counts().dropped + unwritten;
  progress_.reason = fmt::format("{}; {} more samples were not written, the disk is too slow", reason_, unwritten);
  progress_.state = RecordingState::Failed;
  if (!writer_) return;
  start_thread([self = shared_from_this(), reason = progress_.reason] {
    self->writer_->abandon("end", reason);
    const std::scoped_lock writing(self->mutex_);
    self->loss_noted_ = true;
    self->changed_.notify_all();
  });
  changed_.wait_for(lock, limit, [this] { return loss_noted_; });
}

void Recorder::silence() {
  const std::scoped_lock lock(listening_);
  listener_ = {};
}

RecordingProgress Recorder::progress() const {
  const std::scoped_lock lock(mutex_);
  return progress_;
}

void Recorder::run() {
  try {
    open();
    write_all();
  } catch (const std::exception& error) {
    finish(error.what(), true);
  }
  notify(RecordingEvent::Ended);
  const std::scoped_lock lock(mutex_);
  done_ = true;
  changed_.notify_all();
}

void Recorder::open() try {
  auto writer = plan_.make_writer ? plan_.make_writer(plan_) : sigmf_writer(plan_);
  {
    const std::scoped_lock lock(mutex_);
    writer_ = std::move(writer);
    if (progress_.state == RecordingState::Opening) progress_.state = RecordingState::Recording;
    opened_ = true;
    changed_.notify_all();
  }
  notify(RecordingEvent::Started);
} catch (const std::exception& error) {  // of which the other thread throws its own
  const auto* const output = dynamic_cast<const OutputError*>(&error);
  const std::scoped_lock lock(mutex_);
  opening_failure_ = {error.what(), output ? output->error : 0};
  opened_ = true;
  changed_.notify_all();
  throw;
}

void Recorder::write_all() {
  std::size_t wanted = piece_;
  while (!progress().ended() && !ring_.drained()) {
    if (paused_) {
      wait_paused();
    } else {
      const IqStretch stretch = ring_.wait(wanted, kPatience, {});
      if (!stretch.bytes.empty()) write_some(stretch);
      wanted = stretch.bytes.empty() ? 1 : piece_;  // of a source that has fallen silent, what there is
    }
    if (!progress().ended()) check_limits();
  }
  if (progress().ended()) return;
  note_rest_as_lost();
  finish(reason_, false);
}

void Recorder::write_some(const IqStretch& stretch) {
  if (stretch.tuned.rate != plan_.source.tuned.rate)
    return finish(fmt::format("the rate has changed to {}S/s", format_number(stretch.tuned.rate.value)), true);
  if (stretch.lost_before > 0) {
    holes_seen_ += stretch.lost_before;
    note_lost(stretch.lost_before);
    ring_.consume({});  // the hole, so that it is counted once
  }
  if (left() == 0) return finish("complete", false);
  if (stretch.tuned != tuned_ || missing_ > 0 || stretch.epoch.number != epoch_) begin_capture(stretch);
  if (!progress().ended() && !must_wait_for_metadata()) append(stretch);
}

// Metadata is written before the samples it describes, as long as half of the buffer is free to wait for that.
bool Recorder::must_wait_for_metadata() {
  {
    const std::scoped_lock lock(mutex_);
    if (!accepting_) return false;
  }
  return ring_.counts().buffered < ring_.capacity_samples() / 2 && !writer_->wait_until_described(kPatience);
}

void Recorder::append(const IqStretch& stretch) {
  const std::size_t received = stretch.bytes.size() / sample_bytes_;
  const auto wanted = std::min<std::uint64_t>({received, piece_, left()});
  const std::uint64_t needed = writer_->bytes_for(wanted), before = writer_->bytes();
  const std::uint64_t reserved = plan_.quota->reserve(needed);
  const std::uint64_t room = std::min(reserved, plan_.limits.bytes - std::min(plan_.limits.bytes, before));
  const std::uint64_t samples = room >= needed ? wanted : std::min(wanted, writer_->fitting(room));
  const auto failure = write(stretch.bytes.first(static_cast<std::size_t>(samples) * sample_bytes_));
  plan_.quota->settle(reserved, writer_->bytes() - before);
  if (failure && !failure->disk_full()) throw OutputError(*failure);
  if (failure) pause(failure->what());
  if (progress().ended() || paused_) return;
  if (left() == 0) return finish("complete", false);
  if (room < needed) finish("recordings.quota is used up; delete old recordings", true);
}

std::optional<OutputError> Recorder::write(std::span<const std::byte> samples) {
  const std::uint64_t before = writer_->samples();
  std::optional<OutputError> failure;
  try {
    writer_->append(samples);
  } catch (const OutputError& error) {
    failure = error;
  }
  ring_.consume({.processed = static_cast<std::size_t>(writer_->samples() - before)});
  const std::scoped_lock lock(mutex_);
  note_written();
  return failure;
}

// With the mutex held.
void Recorder::note_written() {
  progress_.samples = writer_->samples();
  progress_.bytes = writer_->bytes();
  progress_.files = writer_->files();
  progress_.open_file = writer_->open_file();
}

void Recorder::begin_capture(const IqStretch& stretch) {
  const bool gap = missing_ > 0;
  const bool retuned = tuned_ && stretch.tuned != *tuned_;
  const bool stepped = tuned_ && stretch.epoch.number != epoch_;
  if (retuned && too_many_retunes())
    return finish("the radio is retuned constantly, as in a sweep; tune it to a center first", true);
  std::string comment = gap ? lost_time_text(missing_, plan_.source.tuned.rate) : "";
  if (retuned) comment += (gap ? "; " : "") + described(stretch.tuned, plan_.is_channel);
  if (stepped) comment += (comment.empty() ? "" : "; ") + std::string("the system clock was stepped");
  writer_->begin_capture(
      {.global_index = stretch.first_sample, .center = stretch.tuned.center, .time = stretch.time, .lost = missing_},
      gap ? "gap" : (retuned ? "retune" : (stepped ? "clock" : "")), comment);
  tuned_ = stretch.tuned;
  epoch_ = stretch.epoch.number;
  missing_ = 0;
  const std::scoped_lock lock(mutex_);
  if (!progress_.started) progress_.started = stretch.time;
  ++progress_.captures;
  if (gap) ++progress_.gaps;
}

bool Recorder::too_many_retunes() {
  const double seconds = static_cast<double>(writer_->samples()) / plan_.source.tuned.rate.value;
  return static_cast<double>(++retunes_) > kRetunesAtOnce + kRetunesPerSecond * seconds;
}

void Recorder::note_lost(std::uint64_t samples) {
  const std::uint64_t wanted = std::min(samples, left());
  missing_ += wanted;
  const std::scoped_lock lock(mutex_);
  progress_.lost += wanted;
}

// Counts as lost what was dropped after the last samples of the ring, and what will not be written of these.
void Recorder::note_rest_as_lost() {
  const SampleCounts counts = ring_.counts();
  note_lost(counts.dropped - holes_seen_ + counts.buffered);
}

std::uint64_t Recorder::left() const {
  const std::uint64_t lost = progress().lost;
  return plan_.limits.samples - std::min(plan_.limits.samples, writer_->samples() + lost);
}

void Recorder::check_limits() {
  check_disk();
  if (progress().ended() || plan_.now() - started_ <= plan_.limits.time) return;
  if (paused_) note_rest_as_lost();
  finish("recordings.longest reached; raise it for longer recordings", true);
}

void Recorder::check_disk() {
  const auto trouble = writer_->trouble();
  if (trouble && !trouble->disk_full()) return finish(trouble->what(), true);
  const std::uint64_t available = plan_.disk->available(folder_of(plan_.stem)).value_or(UINT64_MAX);
  const std::uint64_t free = available - std::min(available, plan_.limits.disk_floor);
  if (paused_) {
    const double to_resume = kSecondsToResume * plan_.source.tuned.rate.value * static_cast<double>(sample_bytes_);
    if (static_cast<double>(free) >= to_resume && !trouble && plan_.now() >= resume_at_) resume();
  } else if (trouble) {
    pause(trouble->what());
  } else if (available < plan_.limits.disk_floor) {
    pause("the disk is full up to recordings.disk_floor; make room there");
  }
}

void Recorder::pause(const std::string& reason) {
  if (!plan_.source.live) return finish(reason, true);
  paused_ = true;
  const double since = static_cast<double>(writer_->samples() - resumed_at_) / plan_.source.tuned.rate.value;
  if (since > kSecondsToResume) pause_ = kShortestPause;
  resume_at_ = plan_.now() + pause_;
  pause_ = std::min<Clock::duration>(2 * pause_, kLongestPause);
  writer_->annotate("disk_full", reason);
  {
    const std::scoped_lock lock(mutex_);
    progress_.reason = reason;
  }
  notify(RecordingEvent::DiskFull);
}

// New samples collect in the buffer. They are lost if the end comes before there is room.
void Recorder::wait_paused() {
  std::unique_lock lock(mutex_);
  const bool stopped = changed_.wait_for(lock, kPatience, [this] { return !accepting_; });
  lock.unlock();
  const SampleCounts counts = ring_.counts();
  const bool over = counts.received + counts.buffered >= plan_.limits.samples;
  if (!stopped && !over) return;
  note_rest_as_lost();
  finish(stopped ? reason_ : progress().reason, !stopped);
}

void Recorder::resume() {
  paused_ = false;
  resumed_at_ = writer_->samples();
  {
    const std::scoped_lock lock(mutex_);
    progress_.reason.clear();
  }
  notify(RecordingEvent::Resumed);
}

void Recorder::notify(RecordingEvent event) {
  const std::scoped_lock lock(listening_);
  if (listener_) listener_(event, progress());
}

void Recorder::finish(const std::string& reason, bool failed) {
  {
    const std::scoped_lock lock(mutex_);
    accepting_ = false;
    if (progress_.ended()) return;
    progress_.state = RecordingState::Stopping;
  }
  if (writer_) {
    if (missing_ > 0) writer_->annotate("gap", lost_time_text(missing_, plan_.source.tuned.rate));
    writer_->finish(failed ? "end" : "", reason);
  }
  const std::scoped_lock lock(mutex_);
  if (abandoned_) return;
  if (writer_) note_written();
  if (missing_ > 0) ++progress_.gaps;
  progress_.reason = reason;
  progress_.state = failed ? RecordingState::Failed : RecordingState::Ended;
}

}  // namespace spectrumd
