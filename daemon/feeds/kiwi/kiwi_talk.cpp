// SPDX-License-Identifier: MIT
#include "daemon/feeds/kiwi/kiwi_talk.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "daemon/feeds/kiwi/kiwi_row.h"
#include "daemon/server/context.h"

namespace spectrumd {
namespace {

constexpr auto kSettling = std::chrono::milliseconds(300);
constexpr auto kMostLate = std::chrono::milliseconds(100);  // that is made up for: rows do not come when they are due

}  // namespace

KiwiBand kiwi_band(const ServerContext& context) {
  const ReceiverStatus status = context.receiver.status();
  if (status.tuning.span)
    return {.offset_hz = status.tuning.span->from.value,
            .width_hz = status.tuning.span->to.value - status.tuning.span->from.value};
  const double width = status.tuned.rate.value;
  return {.offset_hz = status.tuned.center.value - width / 2, .width_hz = width};
}

void KiwiTalk::hear(std::string_view text, Outbox& outbox) {
  std::vector<std::string> answers;
  session_.hear(text, answers);
  for (const std::string& answer : answers) outbox.add_binary(share(answer));
  messages_ += 1 + answers.size();
}

// kiwirecorder disables compression last, and takes even the first row as uncompressed.
bool KiwiTalk::may_begin(Clock::time_point now) {
  if (session_.said_compression()) return true;
  if (!first_row_) first_row_ = now + kSettling;
  return now >= *first_row_;
}

// The band is announced once: with another one a client has to connect again, as it does by itself.
bool KiwiTalk::speak(Outbox& outbox) {
  if (session_.refused()) return false;
  const auto now = Clock::now();
  if (!session_.wants_rows() || !may_begin(now) || now < next_row_) return true;
  if (kiwi_band(context_) != session_.band()) return false;
  rows_.show(session_.span(), kKiwiBins, now);
  rows_.follow(now);
  const RowPtr row = rows_.latest();
  if (!row || std::exchange(last_, row->time) == row->time) return true;
  next_row_ = std::max(next_row_, now - kMostLate) + std::chrono::nanoseconds(std::chrono::seconds(1)) / session_.fps();
  const Detector detector = context_.receiver.settings()->analysis.detector;
  outbox.add_binary(share(kiwi_row(*row, detector, session_, sequence_++)));
  ++messages_;
  return true;
}

}  // namespace spectrumd
