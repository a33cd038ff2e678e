// SPDX-License-Identifier: MIT
#include "daemon/server/rows/zoomed_events.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr auto kLookAtZoom = 100ms;

}  // namespace

void ZoomedEvents::follow(ZoomBook& book, const Receiver& receiver, const EventRowSource& band) {
  if (refused_ || Clock::now() < next_look_) return;
  next_look_ = Clock::now() + kLookAtZoom;
  const ReceiverStatus status = receiver.status();
  const ZoomChoice choice = plan_zoom(request_.view, status);
  if (zoom_ && !zoom_->ended_because().empty()) refused_ = true;
  if (refused_ || !choice.plan) return leave();
  if (zoom_ && zoom_->plan() == *choice.plan) return;
  leave();
  try {
    zoom_ = book.join(*choice.plan, status.settings->zoom_limit);
    rows_ = std::make_unique<RowChannel>(EventRowSource{zoom_->rows(), band.settings, band.memory}, request_);
  } catch (const ChannelRefused& refused) {
    refused_ = refused.code == "zoom_limit";  // else, the radio may be tuned elsewhere by the next look
  }
}

void ZoomedEvents::leave() {
  rows_ = nullptr;
  zoom_ = nullptr;
  cursor_ = 0;
}

bool ZoomedEvents::covers(const Row& newest) const {
  return zoom_ && contains(zoom_->plan(), request_.view, newest) && up_to_date(*zoom_, newest);
}

}  // namespace spectrumd
