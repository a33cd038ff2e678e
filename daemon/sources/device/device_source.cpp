// SPDX-License-Identifier: MIT
#include "daemon/sources/device/device_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

namespace spectrumd {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kTurn{10};  // how late a loss is seen
constexpr milliseconds kReportEvery{500};
constexpr milliseconds kFirstPause{250}, kLongestPause{5000};
// Checking for a device costs little; without netlink it is the only way to find one.
constexpr milliseconds kAbsentPause{500};
// A stick that does not answer takes 0.3 s for each of its hundred registers.
constexpr milliseconds kOpeningLimit{30000};
constexpr milliseconds kClosingLimit{1500};
constexpr std::size_t kMostHanging = 3;

}  // namespace

DeviceSource::DeviceSource(DeviceKind kind, const Tuning& tuning, Feed::Now now)
    : kind_(std::move(kind)),
      now_(std::move(now)),
      request_{tuning, 1},
      pause_(kFirstPause),
      events_(kind_.usb ? UsbEvents() : UsbEvents(-1)) {
  kind_.check(tuning);
  const Tuned tuned{.center = tuning.center,
                    .rate = tuning.rate,
                    .gain = tuning.gain,
                    .ppm = tuning.ppm,
                    .generation = 1,
                    .conversion = tuning.conversion};
  facts_ = {
      .kind = kind_.kind, .description = kind_.description, .format = kind_.format, .device = true, .tuned = tuned};
  report_.description = kind_.description;
}

void DeviceSource::stream(std::stop_token stop, Slot<TuningRequest>& slot, IqSink& sink) {
  while (!stop.stop_requested()) {
    attempt(stop, slot, sink);
    if (!stop.stop_requested()) wait_to_retry(stop, slot, sink);
  }
}

void DeviceSource::attempt(const std::stop_token& stop, Slot<TuningRequest>& slot, IqSink& sink) {
  if (report_.state != SourceState::Waiting) become(SourceState::Opening, sink);  // it only looks for a device
  auto prepares_since = now_();  // opens, or applies what needs a restart
  const auto attempt = Attempt::begin(kind_, request_, next_sample_, sink, now_);
  for (;;) {
    sink.idle();
    if (const auto request = slot.wait(kTurn, stop)) attempt->tune(request_ = *request);
    const Attempt::Progress progress = attempt->progress();
    const auto now = now_();
    if (stop.stop_requested()) break;
    if (progress.lost) {
      if (report_.state == SourceState::Streaming)
        fail(SourceState::Lost, progress.cause == Cause::None ? Cause::Unplugged : progress.cause, progress.reason,
             sink);
      break;
    }
    if (progress.reading && now - progress.feed.heard > progress.patience) {
      fail(SourceState::Stalled, Cause::Stalled,
           fmt::format("{}: no samples for {} ms", progress.description, progress.patience.count()), sink);
      break;
    }
    if (progress.reading) prepares_since = now;
    if (now - prepares_since > kOpeningLimit) break;
    note(progress, sink);
  }
  end(*attempt, sink);
  if (!attempt->progress().over) abandoned_.push_back(attempt);
}

void DeviceSource::note(const Attempt::Progress& progress, IqSink& sink) {
  report_.estimated_ppm = progress.feed.estimated_ppm;
  report_.lost_samples = lost_before_ + progress.feed.lost;
  if (!progress.description.empty()) {
    report_.description = progress.description;
    report_.gain_steps = progress.gain_steps;
  }
  const bool looks = report_.state == SourceState::Waiting && progress.description.empty();
  const SourceState state = progress.feed.streaming ? SourceState::Streaming
                            : progress.reading      ? SourceState::Warming
                            : looks                 ? SourceState::Waiting
                                                    : SourceState::Opening;
  if (report_.state != state) {
    if (progress.feed.streaming) {
      report_.cause = Cause::None;
      report_.reason.clear();
      pause_ = kFirstPause;
    }
    become(state, sink);
  } else if (now_() - reported_ > kReportEvery) {
    become(state, sink);
  }
}

// Allows it time to release the device; after that it is abandoned.
void DeviceSource::end(Attempt& attempt, IqSink& sink) {
  attempt.stop();
  const auto limit = now_() + kClosingLimit;
  Attempt::Progress progress = attempt.progress();
  for (; !progress.over && now_() < limit; progress = attempt.progress()) {
    sink.idle();
    std::this_thread::sleep_for(kTurn);
  }
  attempt.abandon();
  progress.feed = attempt.progress().feed;
  next_sample_ = progress.feed.next_sample;
  lost_before_ += progress.feed.lost;
  report_.estimated_ppm.reset();
  if (!progress.over)
    fail(SourceState::Stalled, Cause::Wedged,
         report_.description + ": the driver hangs; unplug and reconnect the device", sink);
  else if (progress.cause != Cause::None && report_.state != SourceState::Lost && report_.state != SourceState::Stalled)
    fail(kind_.waits ? SourceState::Waiting : SourceState::Backoff, progress.cause, progress.reason, sink);
}

void DeviceSource::wait_to_retry(const std::stop_token& stop, Slot<TuningRequest>& slot, IqSink& sink) {
  const bool absent = report_.cause == Cause::Absent || report_.cause == Cause::Unplugged;
  const auto until = now_() + (absent ? std::min(pause_, kAbsentPause) : pause_);
  report_.retry_at = until;
  become(kind_.waits ? SourceState::Waiting : absent ? SourceState::Absent : SourceState::Backoff, sink);
  report_.retry_at.reset();
  pause_ = std::min(2 * pause_, kLongestPause);
  while (!stop.stop_requested() && (now_() < until || too_many_hang())) {
    sink.idle();
    const auto request = slot.take();
    if (request) request_ = *request;
    if (request || events_.wait(kTurn)) return;  // what was refused before may work now
  }
}

bool DeviceSource::too_many_hang() const {
  const auto hangs = [](const std::weak_ptr<Attempt>& attempt) { return !attempt.expired(); };
  return std::ranges::count_if(abandoned_, hangs) >= static_cast<std::ptrdiff_t>(kMostHanging);
}

void DeviceSource::fail(SourceState state, Cause cause, std::string reason, IqSink& sink) {
  report_.cause = cause;
  report_.reason = reason.empty() ? report_.description + ": was unplugged" : std::move(reason);
  if (report_.state == SourceState::Streaming) ++report_.times_lost;
  become(state, sink);
}

void DeviceSource::become(SourceState state, IqSink& sink) {
  report_.state = state;
  reported_ = now_();
  sink.report(report_);
}

}  // namespace spectrumd
