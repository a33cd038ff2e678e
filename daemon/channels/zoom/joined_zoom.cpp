// SPDX-License-Identifier: MIT
#include "daemon/channels/zoom/joined_zoom.h"

#include <utility>

namespace spectrumd {

bool JoinedZoom::follow(ZoomBook& book, const View& view, const ReceiverStatus& status) {
  if (refused_) return false;
  if (zoom_ && !zoom_->ended_because().empty()) {
    refused_ = true;
    return stop(zoom_->ended_because());
  }
  const ZoomChoice choice = plan_zoom(view, status);
  if (!choice.plan) return stop(choice.reason);
  if (zoom_ && zoom_->plan() == *choice.plan) return false;
  try {
    zoom_ = book.join(*choice.plan, status.settings->zoom_limit);
    reason_.clear();
    return true;
  } catch (const ChannelRefused& refusal) {
    refused_ = refusal.code == "zoom_limit";  // else, the radio may be tuned elsewhere by the next look
    return stop(refusal.what());
  }
}

bool JoinedZoom::stop(std::string reason) {
  reason_ = std::move(reason);
  return std::exchange(zoom_, nullptr) != nullptr;
}

bool JoinedZoom::covers(const View& view, const Row& newest) const {
  return zoom_ && contains(zoom_->plan(), view, newest) && up_to_date(*zoom_, newest);
}

}  // namespace spectrumd
