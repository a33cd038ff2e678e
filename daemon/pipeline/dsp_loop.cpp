// SPDX-License-Identifier: MIT
#include "daemon/pipeline/dsp_loop.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "daemon/pipeline/clipping.h"

namespace spectrumd {

namespace {

constexpr auto kPatience = std::chrono::milliseconds(200);
constexpr auto kLoadSpan = std::chrono::seconds(1);

// The length of a row of a hop: more than any radio delivers before it is retuned.
constexpr double kEndlessRow = 1e18;

// One call transforms at most this many samples, so that requests and the stop are seen soon.
constexpr std::size_t kMostSamplesAtOnce = std::size_t{1} << 18;

}  // namespace

DspLoop::DspLoop(IqRing& ring, const SourceFacts& source, DspPlan plan, Outlets outlets)
    : ring_(ring),
      format_(source.format),
      live_(source.live),
      demo_(source.demo),
      plan_(std::move(plan)),
      maker_(plan_.row_averaging(), plan_.offset),
      outlets_(std::move(outlets)) {
  begin_sweep();
  take_up(*std::exchange(plan_.transform, std::nullopt));
}

void DspLoop::run(std::stop_token stop, std::uint64_t last_sequence, Heartbeats& heartbeats) {
  sequence_ = last_sequence;
  while (!stop.stop_requested()) {
    heartbeats.tick(Heartbeats::Dsp);
    look_for_plan();
    const IqStretch stretch = ring_.wait(plan_.analysis.fft, kPatience, stop);
    if (!stretch.bytes.empty()) {
      work(stretch);
    } else if (ring_.drained()) {
      finish_row();
      wait_for_news(stop);
    } else {
      if (end_row_.exchange(false)) finish_row();
      account({});
    }
  }
  if (ring_.drained()) finish_row();
  end_sweep();
  retire();
  if (auto plan = take_plan(); plan && plan->transform) outlets_.retire(std::move(*plan->transform));
}

// No more samples will come: only requests of other threads remain.
void DspLoop::wait_for_news(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  news_.wait_for(lock, stop, kPatience, [this] { return next_plan_ || release_; });
}

void DspLoop::release() {
  {
    const std::scoped_lock lock(mutex_);
    release_ = true;
  }
  news_.notify_one();
}

// A plan that keeps the transform must not drop one not adopted yet.
void DspLoop::replan(DspPlan plan) {
  std::optional<Transform> passed_over;
  {
    const std::scoped_lock lock(mutex_);
    if (next_plan_ && next_plan_->transform)
      (plan.transform ? passed_over : plan.transform).swap(next_plan_->transform);
    next_plan_ = std::move(plan);
  }
  news_.notify_one();
  if (passed_over) outlets_.retire(std::move(*passed_over));
}

std::optional<DspPlan> DspLoop::take_plan() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(next_plan_, std::nullopt);
}

void DspLoop::look_for_plan() {
  if (release_.exchange(false)) {
    finish_row();
    retire();
  }
  if (auto plan = take_plan()) adopt(std::move(*plan));
}

void DspLoop::retire() {
  if (spectrum_) outlets_.retire({std::move(spectrum_), std::move(power_)});
  spectrum_.reset();
  power_ = {};
}

void DspLoop::take_up(Transform transform) {
  if (spectrum_) retire();
  spectrum_ = std::move(transform.spectrum);
  power_ = std::move(transform.power);
}

void DspLoop::adopt(DspPlan plan) {
  finish_row();
  plan_ = std::move(plan);
  if (plan_.transform) take_up(*std::exchange(plan_.transform, std::nullopt));
  maker_ = RowMaker(plan_.row_averaging(), plan_.offset);
  end_sweep();
  begin_sweep();
  overlap_ = 0;
  row_end_ = static_cast<double>(position_) + row_samples();
}

void DspLoop::begin_sweep() {
  if (plan_.sweep) panorama_.emplace(*plan_.sweep, plan_.analysis.averaging, outlets_.in_progress);
}

void DspLoop::end_sweep() {
  if (panorama_ && outlets_.in_progress) outlets_.in_progress->end();
  panorama_.reset();
}

// Rows end by the sample clock, rows of hops with the tuning.
double DspLoop::row_samples() const { return panorama_ ? kEndlessRow : tuned_.rate.value / plan_.analysis.rows; }

void DspLoop::work(const IqStretch& stretch) {
  const auto start = Clock::now();
  const std::size_t available = stretch.bytes.size() / gpufft::bytes_per_sample(format_);
  if (stretch.resumed) resume(stretch);
  if (stretch.tuned != tuned_) begin_tuning(stretch);
  if (stretch.epoch != epoch_) begin_epoch(stretch);
  if (stretch.lost_before > 0) note_gap(stretch);
  const std::size_t frames = frames_in(available);
  if (settling_ > 0)
    settle(available);
  else if (!spectrum_)
    pass_over(available);
  else if (frames == 0)
    discard_rest(available);
  else
    transform(stretch, std::min(frames, frames_to_row_end()));
  account(Clock::now() - start);
}

void DspLoop::begin_stretch(const IqStretch& stretch) {
  finish_row();
  tuned_ = stretch.tuned;
  position_ = stretch.first_sample;
  row_end_ = static_cast<double>(position_) + row_samples();
  overlap_ = 0;
  row_missing_ = 0;
  maker_.forget();
  if (spectrum_) spectrum_->reset();
}

// The device was away: rows do not span that.
void DspLoop::resume(const IqStretch& stretch) {
  const bool retuned = stretch.tuned != tuned_;
  begin_stretch(stretch);
  row_flags_ |= kRowGap | (retuned ? kRowRetuned : 0);
  settle_for(stretch);
}

void DspLoop::begin_tuning(const IqStretch& stretch) {
  begin_stretch(stretch);
  if (std::exchange(tuned_before_, true)) {
    row_flags_ |= kRowRetuned;
    settle_for(stretch);
  }
}

// Rows do not span two epochs.
void DspLoop::begin_epoch(const IqStretch& stretch) {
  finish_row();
  epoch_ = stretch.epoch;
  row_end_ = static_cast<double>(position_) + row_samples();
}

void DspLoop::settle_for(const IqStretch& stretch) {
  settling_ = live_ ? static_cast<std::size_t>(std::ceil(kSettleSeconds * stretch.tuned.rate.value)) : 0;
}

void DspLoop::note_gap(const IqStretch& stretch) {
  outlets_.gap(stretch.lost_before);
  overlap_ = 0;
  row_flags_ |= kRowGap;
  row_missing_ += stretch.lost_before;
  if (stretch.first_sample > position_) advance(stretch.first_sample - position_);
}

void DspLoop::settle(std::size_t available) {
  const std::size_t samples = std::min(settling_, available);
  settling_ -= samples;
  ring_.consume({.discarded = samples});
  advance(samples);
}

// The rest of a completed stretch is too short for a frame; its beginning may have been in the previous frame.
void DspLoop::discard_rest(std::size_t available) {
  const std::size_t used = std::min(std::exchange(overlap_, 0), available);
  ring_.consume({.processed = used, .discarded = available - used});
  row_processed_ += used;
  row_missing_ += available - used;
  advance(available);
}

// Without a transform until the next plan: a gap in the rows.
void DspLoop::pass_over(std::size_t available) {
  discard_rest(available);
  row_flags_ |= kRowGap;
}

void DspLoop::transform(const IqStretch& stretch, std::size_t frames) {
  if (power_.frames == 0) {
    facts_.time = stretch.time;
    row_start_ = stretch.first_sample;
  }
  spectrum_->accumulate(stretch.bytes, frames, power_);
  const std::size_t samples = frames * plan_.hop;
  device_meter_.note(spectrum_->device_use(), static_cast<double>(samples) / tuned_.rate.value);
  const std::uint64_t clipped =
      clipped_samples(format_, stretch.bytes.first(samples * gpufft::bytes_per_sample(format_)));
  row_clipped_ += clipped;
  row_processed_ += samples;
  overlap_ = plan_.analysis.fft - plan_.hop;
  ring_.consume({.processed = samples, .clipped = clipped});
  advance(samples);
}

std::size_t DspLoop::frames_in(std::size_t samples) const {
  return samples < plan_.analysis.fft ? 0 : (samples - plan_.analysis.fft) / plan_.hop + 1;
}

std::size_t DspLoop::frames_to_row_end() const {
  const double left = row_end_ - static_cast<double>(position_);
  const auto hops = static_cast<std::size_t>(std::max(1.0, std::ceil(left / static_cast<double>(plan_.hop))));
  return std::min(hops, std::max<std::size_t>(1, kMostSamplesAtOnce / plan_.hop));
}

void DspLoop::advance(std::uint64_t samples) {
  position_ += samples;
  const auto position = static_cast<double>(position_);
  if (position < row_end_) return;
  finish_row();
  const double row = row_samples();
  row_end_ += std::max(1.0, std::floor((position - row_end_) / row) + 1) * row;
}

void DspLoop::finish_row() {
  if (power_.frames == 0) return;
  const auto accounted = static_cast<double>(row_processed_ + row_missing_);
  facts_.sequence = sequence_ + 1;
  facts_.duration =
      std::chrono::nanoseconds(std::llround(static_cast<double>(position_ - row_start_) / tuned_.rate.value * 1e9));
  facts_.epoch = epoch_.number;
  facts_.center = tuned_.center;
  facts_.span = tuned_.rate;
  facts_.generation = tuned_.generation;
  facts_.ffts = static_cast<std::uint32_t>(power_.frames);
  facts_.coverage = static_cast<double>(row_processed_) / accounted;
  facts_.clipped = static_cast<double>(row_clipped_) / static_cast<double>(row_processed_);
  const bool unlocked = !tuned_.locked.value_or(true);
  facts_.flags = row_flags_ | (row_clipped_ > 0 ? kRowClipped : 0) | (unlocked ? kRowUnlocked : 0) |
                 (epoch_.synchronized ? 0 : kRowUnsynchronized) | (demo_ ? kRowSimulated : 0);
  give_out(maker_.make(power_, facts_));
  power_.clear(plan_.analysis.fft);
  row_processed_ = row_missing_ = row_clipped_ = 0;
  row_flags_ = 0;
}

// Rows from before the sweep are passed on unchanged.
void DspLoop::give_out(RowPtr row) {
  if (panorama_ && panorama_->accepts(*row)) row = panorama_->add(*row, sequence_ + 1);
  if (!row) return;
  sequence_ = row->sequence;
  outlets_.row(std::move(row));
}

void DspLoop::account(Clock::duration busy) {
  busy_ += busy;
  const auto now = Clock::now();
  if (now - load_since_ < kLoadSpan) return;
  load_ = std::chrono::duration<double>(std::exchange(busy_, Clock::duration{})) /
          std::chrono::duration<double>(now - std::exchange(load_since_, now));
}

}  // namespace spectrumd
