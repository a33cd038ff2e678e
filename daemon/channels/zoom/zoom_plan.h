// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "daemon/channels/channel_settings.h"
#include "daemon/config/settings.h"
#include "daemon/pipeline/receiver.h"
#include "daemon/pipeline/view.h"

namespace spectrumd {

// Rows of a channel that are finer than those of the band. Views that are nearly alike have the same plan.
struct ZoomPlan {
  ChannelSettings channel;
  std::size_t points = 0;  // of a transform
  std::size_t averaging = 1;
  double rows = 0;  // per second
  double hop = 1;   // at most, as a part of a transform
  gpufft::Window window;
  Decibels offset{};       // added to levels
  bool remove_dc = false;  // what is constant in the samples of the radio

  double bin_hz() const { return channel.rate / static_cast<double>(points); }
  double window_seconds() const { return static_cast<double>(points) / channel.rate; }  // how long a row looks back

  friend bool operator==(const ZoomPlan&, const ZoomPlan&) = default;
};

// What a view gets.
struct ZoomChoice {
  std::optional<ZoomPlan> plan;
  std::string reason;  // why there is none; empty: the rows of the band are as fine as the view
};

// Whether its rows have all that a view shows of the band.
bool contains(const ZoomPlan& plan, const View& view, const RowFacts& band);

ZoomChoice plan_zoom(const View& view, const ReceiverStatus& status);

}  // namespace spectrumd
