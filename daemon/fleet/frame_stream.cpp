// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include "daemon/fleet/report_stream.h"
#include "daemon/store/level.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kHeadsAtOnce = 256;
constexpr std::size_t kMostAlarms = 100'000;
constexpr auto kNear = 60s;  // to the begin or the end of an alarm

CopyRows::Timestamp timestamp(std::int64_t ms) { return {ms * 1'000'000}; }

std::optional<double> gain_of(const FrameHead& frame) {
  return frame.gain ? std::optional(frame.gain->value) : std::nullopt;
}

// Alarms that begin near a frame are known a while after it. What lies in the future was made before the clock was set.
bool is_settled(const FrameHead& frame, Time now) { return frame.end() + kNear <= now || frame.end() > now; }

}  // namespace

FrameStream::FrameStream(const StoreReader& reader, std::size_t level, Which which, const Reporting& reporting,
                         EpochTags& epochs)
    : reader_(reader), level_(level), which_(which), reporting_(reporting), epochs_(epochs) {}

std::string FrameStream::name() {
  return std::string(kLevelTable.at(level_).name) + (which_ == Which::All ? "" : " near alarms");
}

std::size_t FrameStream::count(const Gap& gap) {
  return reader_.count_made_between(level_, key_of(gap.after), key_of(gap.before));
}

std::vector<Time> FrameStream::moments_near(const std::vector<FrameHead>& frames) const {
  const auto begins = [](const FrameHead& a, const FrameHead& b) { return a.t0_ms < b.t0_ms; };
  const auto first = std::ranges::min_element(frames, begins), last = std::ranges::max_element(frames, begins);
  std::vector<Time> moments = reporting_.looks(first->begin() - kNear, last->end() + kNear);
  Book* const book = reporting_.book();
  if (book == nullptr) return moments;
  for (const BookedAlarm& alarm :
       book->alarms({.since = first->begin() - kNear, .until = last->end() + kNear, .limit = kMostAlarms})) {
    moments.push_back(alarm.begin);
    if (alarm.end) moments.push_back(*alarm.end);
  }
  return moments;
}

std::optional<Taken> FrameStream::take(const Gap& gap, Batch& batch, std::size_t most_bytes) {
  auto frames = reader_.made_between(level_, key_of(gap.after), key_of(gap.before), kHeadsAtOnce);
  const bool were_all = frames.size() < kHeadsAtOnce;
  const Time now = std::chrono::system_clock::now();
  if (which_ == Which::NearAlarms && gap.before == kAfterAll)
    frames.erase(std::ranges::find_if_not(frames, [&](const FrameHead& frame) { return is_settled(frame, now); }),
                 frames.end());
  if (frames.empty()) return std::nullopt;
  const auto moments = which_ == Which::All ? std::vector<Time>() : moments_near(frames);
  const auto is_wanted = [&](const FrameHead& frame) {
    return which_ == Which::All || std::ranges::any_of(moments, [&](Time moment) {
             return moment >= frame.begin() - kNear && moment <= frame.end() + kNear;
           });
  };
  return take_newest(frames, batch, most_bytes, were_all,
                     [&](const FrameHead& frame) { return is_wanted(frame) && add(frame, batch); });
}

// Not if it has been removed meanwhile. Damaged tiles are NULL.
bool FrameStream::add(const FrameHead& frame, Batch& batch) {
  const auto encoded = reader_.encoded(level_, frame);
  if (!encoded) return false;
  const auto part = [&](std::int64_t number) -> std::optional<std::span<const std::byte>> {
    const auto found = std::ranges::find(encoded->parts, number, &EncodedPart::part);
    return found != encoded->parts.end() ? std::optional<std::span<const std::byte>>(found->body) : std::nullopt;
  };
  const CopyRows::Integer receiver{reporting_.receiver},
      step{static_cast<std::int32_t>(kLevelTable.at(level_).step.count())};
  const std::int64_t epoch = epochs_.tagged(frame.epoch);
  batch.has_time(std::string(kLevelTable.at(level_).name), timestamp(frame.t0_ms).ns);
  batch.rows(Reported::Frame)
      .add(receiver, step, timestamp(frame.t0_ms), epoch, timestamp(frame.t1_ms),
           CopyRows::Smallint{static_cast<std::int16_t>(frame.rows)}, static_cast<std::int64_t>(frame.first_sequence),
           static_cast<std::int64_t>(frame.last_sequence), frame.center.value, frame.span.value,
           CopyRows::Integer{static_cast<std::int32_t>(frame.bins)}, std::int64_t{frame.generation}, gain_of(frame),
           frame.rbw_hz, frame.base_db, CopyRows::Integer{frame.flags}, part(0));
  for (std::size_t n = 0; n < frame.tiles(); ++n)
    batch.rows(Reported::Tile)
        .add(receiver, step, timestamp(frame.t0_ms), epoch, CopyRows::Smallint{static_cast<std::int16_t>(n)},
             part(part_of(Detector::Mean, n)), part(part_of(Detector::Max, n)));
  return true;
}

}  // namespace spectrumd
