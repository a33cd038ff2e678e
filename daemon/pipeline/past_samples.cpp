// SPDX-License-Identifier: MIT
#include "daemon/pipeline/past_samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daemon/pipeline/shared_bytes.h"

namespace spectrumd {
namespace {

constexpr double kPieceSeconds = 0.1;
constexpr std::size_t kUsualPieces = 512, kMostPieces = 1024;  // without gaps and retunes; and with them
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
      capacity_(memory_.size() / sample_bytes_),
      pieces_(kMostPieces) {}

std::uint64_t PastSamples::oldest() const {
  const std::uint64_t in_memory = reserved_ - std::min<std::uint64_t>(reserved_, capacity_);
  return first_piece_ == end_piece_ ? in_memory : std::max(in_memory, piece(first_piece_).at);
}

void PastSamples::reserve(const IqBlock& block) { reserved_ = stored_ + samples_of(block); }

// Of a block that is larger than the ring, the end stays.
void PastSamples::copy(const IqBlock& block) {
  const std::size_t samples = samples_of(block), kept = std::min(samples, capacity_);
  const auto to = static_cast<std::size_t>((stored_ + samples - kept) % capacity_);
  store_shared(memory_.data() + to * sample_bytes_, block.bytes.subspan((samples - kept) * sample_bytes_));
}

void PastSamples::commit(const IqBlock& block) {
  const std::size_t samples = samples_of(block);
  if (samples == 0) return;
  if (first_piece_ == end_piece_ || !continues(piece(end_piece_ - 1), block)) begin_piece(block);
  piece(end_piece_ - 1).samples += samples;
  stored_ += samples;
  while (piece(first_piece_).at + piece(first_piece_).samples <= oldest()) ++first_piece_;
}

bool PastSamples::continues(const Piece& piece, const IqBlock& block) const {
  const double most = std::max(kPieceSeconds * block.tuned.rate.value, static_cast<double>(capacity_ / kUsualPieces));
  return !block.resumed && piece.first_sample + piece.samples == block.first_sample && piece.tuned == block.tuned &&
         piece.epoch == block.epoch && static_cast<double>(piece.samples) < most;
}

void PastSamples::begin_piece(const IqBlock& block) {
  if (end_piece_ - first_piece_ == pieces_.size()) ++first_piece_;
  piece(end_piece_++) = {.at = stored_,
                         .first_sample = block.first_sample,
                         .time = block.time,
                         .tuned = block.tuned,
                         .epoch = block.epoch,
                         .resumed = block.resumed};
}

PastCursor PastSamples::begin(double seconds) const {
  if (first_piece_ == end_piece_) return {stored_};
  const Piece& newest = piece(end_piece_ - 1);
  const auto wanted = static_cast<std::uint64_t>(std::llround(seconds * newest.tuned.rate.value));
  const std::uint64_t end = newest.first_sample + newest.samples, from = end - std::min(end, wanted);
  std::uint64_t at = stored_;
  for (std::uint64_t number = end_piece_; number-- > first_piece_;) {
    const Piece& each = piece(number);
    if (each.tuned.rate != newest.tuned.rate || each.first_sample + each.samples <= from) break;
    at = each.at + (from - std::min(from, each.first_sample));
    if (each.resumed) break;
  }
  return {std::max(at, oldest())};
}

std::optional<PastStretch> PastSamples::find(PastCursor& cursor, std::size_t most_bytes) const {
  cursor.at = std::max(cursor.at, oldest());
  if (cursor.at >= stored_) return std::nullopt;
  std::uint64_t number = first_piece_;
  for (std::uint64_t end = end_piece_; end - number > 1;) {  // the last one that begins at or before the cursor
    const std::uint64_t middle = number + (end - number) / 2;
    (piece(middle).at <= cursor.at ? number : end) = middle;
  }
  const Piece& found = piece(number);
  const std::uint64_t within = cursor.at - found.at;
  const double seconds = static_cast<double>(within) / found.tuned.rate.value;
  return PastStretch{
      .at = cursor.at,
      .samples = static_cast<std::size_t>(std::min<std::uint64_t>(found.samples - within, most_bytes / sample_bytes_)),
      .facts = {.bytes = {},
                .first_sample = found.first_sample + within,
                .time = found.time + std::chrono::nanoseconds(std::llround(seconds * 1e9)),
                .tuned = found.tuned,
                .resumed = found.resumed && within == 0,
                .epoch = found.epoch}};
}

IqBlock PastSamples::read(const PastStretch& stretch, std::vector<std::byte>& buffer) const {
  IqBlock block = stretch.facts;
  const auto bytes = std::span(buffer).first(stretch.samples * sample_bytes_);
  load_shared(memory_.data() + stretch.at % capacity_ * sample_bytes_, bytes);
  block.bytes = bytes;
  return block;
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
