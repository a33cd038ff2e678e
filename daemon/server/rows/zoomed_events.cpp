// SPDX-License-Identifier: MIT
#include "daemon/server/rows/zoomed_events.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr auto kLookAtZoom = 100ms;

}  // namespace

void ZoomedEvents::follow(ZoomBook& book, const Receiver& receiver, const EventRowSource& band) {
  if (Clock::now() < next_look_) return;
  next_look_ = Clock::now() + kLookAtZoom;
  if (!zoom_.follow(book, request_.view, receiver.status())) return;
  cursor_ = 0;
  const auto& zoom = zoom_.zoom();
  rows_ =
      zoom ? std::make_unique<RowChannel>(EventRowSource{zoom->rows(), band.settings, band.memory}, request_) : nullptr;
}

}  // namespace spectrumd
