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

ZoomFacts without(const std::string& reason) { return {.reason = reason}; }

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
    refused_ = false;
  }
  request_ = request;
  if (joined_) joined_->feed.change(request, 0, joined_->zoom->rows());
}

bool ZoomFeed::follow(ZoomBook& book, const ReceiverStatus& status) {
  if (Clock::now() - changed_ < kStill) return false;
  const std::optional<ZoomFacts> before = std::exchange(facts_, choose(book, status));
  return facts_ != before;
}

std::optional<ZoomFacts> ZoomFeed::choose(ZoomBook& book, const ReceiverStatus& status) {
  if (request_.pause) joined_ = nullptr;
  if (refused_ || request_.pause) return facts_;
  const ZoomChoice choice = plan_zoom(request_.view, status);
  if (joined_ && !joined_->zoom->ended_because().empty()) {
    refused_ = true;
    return without(std::exchange(joined_, nullptr)->zoom->ended_because());
  }
  if (!choice.plan) {
    joined_ = nullptr;
    return choice.reason.empty() ? std::nullopt : std::optional(without(choice.reason));
  }
  if (joined_ && joined_->zoom->plan() == *choice.plan) return facts_;
  try {
    joined_ = std::make_shared<Joined>(book.join(*choice.plan, status.settings->zoom_limit));
    joined_->feed.change(request_, 0, joined_->zoom->rows());
    return facts_of(*choice.plan);
  } catch (const ChannelRefused& refused) {
    joined_ = nullptr;
    refused_ = refused.code == "zoom_limit";  // else, the radio may be tuned elsewhere by the next look
    return without(refused.what());
  }
}

// A view that has been moved since may be beyond the channel.
bool ZoomFeed::covers(const Row& newest) const {
  return joined_ && contains(joined_->zoom->plan(), request_.view, newest) && up_to_date(*joined_->zoom, newest);
}

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
