// SPDX-License-Identifier: MIT
#include "daemon/server/rows/zoom_feed.h"

#include <utility>

#include "daemon/server/rows/resolution.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr auto kStill = 100ms;  // a view that is being moved needs no channel at each place

ZoomFacts facts_of(const ZoomPlan& plan) {
  return {.rbw_hz = resolution_bandwidth({plan.bin_hz()}, plan.window, plan.points).value,
          .window_seconds = plan.window_seconds(),
          .reason = ""};
}

}  // namespace

struct ZoomFeed::Joined {
  explicit Joined(std::shared_ptr<Zoom> joined)
      : zoom(std::move(joined)), rows{zoom->rows(), cache, nullptr}, feed(zoom->rows().latest()) {}

  std::shared_ptr<Zoom> zoom;
  RowCache cache;
  LiveRows rows;
  RowFeed feed;
};

void ZoomFeed::change(const RowRequest& request) {
  if (request.view != request_.view) {
    changed_ = Clock::now();
    zoom_.try_again();
  }
  request_ = request;
  if (joined_) joined_->feed.change(request, 0, joined_->zoom->rows());
}

bool ZoomFeed::follow(ZoomBook& book, const ReceiverStatus& status) {
  if (Clock::now() - changed_ < kStill) return false;
  if (request_.pause) {
    zoom_.leave();
    joined_ = nullptr;
    return false;
  }
  if (zoom_.follow(book, request_.view, status)) {
    joined_ = zoom_.zoom() ? std::make_shared<Joined>(zoom_.zoom()) : nullptr;
    if (joined_) joined_->feed.change(request_, 0, joined_->zoom->rows());
  }
  const std::optional<ZoomFacts> before = std::exchange(facts_, facts_now());
  return facts_ != before;
}

std::optional<ZoomFacts> ZoomFeed::facts_now() const {
  if (zoom_.zoom()) return facts_of(zoom_.zoom()->plan());
  return zoom_.reason().empty() ? std::nullopt : std::optional(ZoomFacts{.reason = zoom_.reason()});
}

bool ZoomFeed::covers(const Row& newest) const { return zoom_.covers(request_.view, newest); }

std::optional<RowFeed::Next> ZoomFeed::next(const LiveRows& band) {
  if (!joined_) return std::nullopt;
  LiveRows& rows = joined_->rows;
  if (RowPtr newest = joined_->zoom->rows().latest(); newest != rows.newest) {
    joined_->cache.clear();
    rows.newest = std::move(newest);
  }
  rows.configured = band.configured;
  rows.dbm_offset = band.dbm_offset;
  return joined_->feed.next(rows);
}

}  // namespace spectrumd
