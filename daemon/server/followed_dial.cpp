// SPDX-License-Identifier: MIT
#include "daemon/server/followed_dial.h"

#include <utility>

namespace spectrumd {

void FollowedDial::follow(std::optional<Rig> rig) {
  const std::scoped_lock lock(mutex_);
  rig_ = std::move(rig);
  if (!rig_ || !rig_->connected) turned_.reset();
}

std::optional<FollowedDial::Rig> FollowedDial::rig() const {
  const std::scoped_lock lock(mutex_);
  return rig_;
}

void FollowedDial::turn(Hertz to) {
  const std::scoped_lock lock(mutex_);
  if (rig_ && rig_->connected) turned_ = to;
}

std::optional<Hertz> FollowedDial::turned() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(turned_, std::nullopt);
}

}  // namespace spectrumd
