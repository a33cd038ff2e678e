// SPDX-License-Identifier: MIT
#include "daemon/feeds/fine_rows.h"

#include "daemon/server/context.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr auto kViewStill = 200ms;  // a client may zoom in step by step
constexpr auto kLookPeriod = 1s;    // the radio may have been tuned

}  // namespace

void FineRows::show(const Span& span, std::size_t bins, Clock::time_point now) {
  const View view{.from = span.from, .to = span.to, .bins = bins};
  if (view == view_) return;
  view_ = view;
  zoom_.try_again();
  look_at_ = now + kViewStill;
}

void FineRows::follow(Clock::time_point now) {
  if (now < look_at_) return;
  look_at_ = now + kLookPeriod;
  zoom_.follow(context_.zooms, view_, context_.receiver.status());
}

RowPtr FineRows::latest() const {
  const RowPtr newest = context_.history.latest();
  if (!newest || !zoom_.covers(view_, *newest)) return newest;
  const RowPtr fine = zoom_.zoom()->rows().latest();
  return fine ? fine : newest;
}

}  // namespace spectrumd
