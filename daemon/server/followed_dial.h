// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "daemon/config/units.h"

namespace spectrumd {

// The dial of the transceiver that the radio follows, between the feed that reads it and the clients who tune. Any
// thread; nothing blocks.
class FollowedDial {
 public:
  struct Rig {
    std::string name;       // "rigctld:127.0.0.1:4532"
    bool on_if = false;     // the radio receives its IF, and has no other place than the dial
    bool may_tune = false;  // clients turn its dial
    bool connected = false;
  };

  void follow(std::optional<Rig> rig);  // nullopt: none any more
  std::optional<Rig> rig() const;

  void turn(Hertz to);            // the last one counts; forgotten if the rig is lost first
  std::optional<Hertz> turned();  // once

 private:
  mutable std::mutex mutex_;
  std::optional<Rig> rig_;
  std::optional<Hertz> turned_;
};

}  // namespace spectrumd
