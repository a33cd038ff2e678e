// SPDX-License-Identifier: MIT
#include "daemon/pipeline/past_samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace spectrumd {
namespace {

constexpr double kPieceSeconds = 0.1;
constexpr double kUsualSeconds = 2;
constexpr std::uint64_t kPartForUsual = 128, kPartAtMost = 4;     // of the memory
constexpr std::uint64_t kMostForUsual = std::uint64_t{64} << 20;  // a rate may be 1e9, and whatever a file claims
constexpr double kBytesInMiB = 1 << 20;

double room_for(double seconds, std::uint64_t most) {
  if (seconds > kUsualSeconds) return static_cast<double>(most / kPartAtMost);
  return static_cast<double>(std::min(most / kPartForUsual, kMostForUsual));
}

}  // namespace

PastSamples::PastSamples(std::size_t least_bytes, gpufft::SampleFormat format)
    : sample_bytes_(gpufft::bytes_per_sample(format)),
      memory_(least_bytes),
      capacity_(memory_.size() / sample_bytes_) {}

bool PastSamples::continues(const Piece& piece, const IqBlock& block) const {
  return !block.resumed && piece.first_sample + piece.samples == block.first_sample && piece.tuned == block.tuned &&
         piece.epoch == block.epoch && static_cast<double>(piece.samples) < kPieceSeconds * block.tuned.rate.value;
}

// Of a block that is larger than the ring, the end stays.
void PastSamples::put(const IqBlock& block) {
  const std::size_t samples = block.bytes.size() / sample_bytes_, kept = std::min(samples, capacity_);
  if (samples == 0) return;
  if (pieces_.empty() || !continues(pieces_.back(), block))
    pieces_.push_back({.at = stored_,
                       .first_sample = block.first_sample,
                       .time = block.time,
                       .tuned = block.tuned,
                       .epoch = block.epoch,
                       .resumed = block.resumed});
  pieces_.back().samples += samples;
  stored_ += samples;
  const std::size_t to = (stored_ - kept) % capacity_;
  std::memcpy(memory_.data() + to * sample_bytes_, block.bytes.data() + (samples - kept) * sample_bytes_,
              kept * sample_bytes_);
  while (pieces_.front().at + pieces_.front().samples <= oldest()) pieces_.pop_front();
}

PastCursor PastSamples::begin(double seconds) const {
  if (pieces_.empty()) return {stored_};
  const Piece& newest = pieces_.back();
  const auto wanted = static_cast<std::uint64_t>(std::llround(seconds * newest.tuned.rate.value));
  const std::uint64_t end = newest.first_sample + newest.samples, from = end - std::min(end, wanted);
  std::uint64_t at = stored_;
  for (auto piece = pieces_.rbegin(); piece != pieces_.rend(); ++piece) {
    if (piece->tuned.rate != newest.tuned.rate || piece->first_sample + piece->samples <= from) break;
    at = piece->at + (from - std::min(from, piece->first_sample));
    if (piece->resumed) break;
  }
  return {std::max(at, oldest())};
}

std::optional<IqBlock> PastSamples::read(PastCursor& cursor, std::vector<std::byte>& buffer) const {
  cursor.at = std::max(cursor.at, oldest());
  const auto piece =
      std::ranges::find_if(pieces_, [&](const Piece& each) { return cursor.at < each.at + each.samples; });
  if (piece == pieces_.end()) return std::nullopt;
  const std::uint64_t within = cursor.at - piece->at;
  const auto samples =
      static_cast<std::size_t>(std::min<std::uint64_t>(piece->samples - within, buffer.size() / sample_bytes_));
  std::memcpy(buffer.data(), memory_.data() + cursor.at % capacity_ * sample_bytes_, samples * sample_bytes_);
  cursor.at += samples;
  const double seconds = static_cast<double>(within) / piece->tuned.rate.value;
  return IqBlock{.bytes = std::span(buffer).first(samples * sample_bytes_),
                 .first_sample = piece->first_sample + within,
                 .time = piece->time + std::chrono::nanoseconds(std::llround(seconds * 1e9)),
                 .tuned = piece->tuned,
                 .resumed = piece->resumed && within == 0,
                 .epoch = piece->epoch};
}

PastPlan plan_past(double seconds, gpufft::SampleFormat format, Hertz rate, std::uint64_t most) {
  if (seconds <= 0) return {};
  const double second = rate.value * static_cast<double>(gpufft::bytes_per_sample(format));
  const double bytes = std::min(seconds * second, room_for(seconds, most));
  return {static_cast<std::size_t>(bytes), bytes / second};
}

void check_past(double seconds, gpufft::SampleFormat format, Hertz rate, std::uint64_t most) {
  const PastPlan plan = plan_past(seconds, format, rate, most);
  if (seconds <= kUsualSeconds || plan.seconds >= seconds) return;
  const double bytes = seconds * rate.value * static_cast<double>(gpufft::bytes_per_sample(format));
  throw TuningRefused(
      "ring.seconds",
      fmt::format(
          "ring.seconds: {} s at {}S/s are {:.0f} MiB, but only {} MiB of memory may be used; at most {:.1f} s are "
          "possible",
          seconds, format_number(rate.value), std::ceil(bytes / kBytesInMiB), plan.bytes >> 20,
          std::floor(10 * plan.seconds) / 10));
}

}  // namespace spectrumd
