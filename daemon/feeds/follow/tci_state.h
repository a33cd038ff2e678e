// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "daemon/feeds/follow/rig_link.h"

namespace spectrumd {

// What a TCI server has said about its first receiver: "vfo:0,0,14074000;modulation:0,usb;trx:0,false;". Commands end
// with a semicolon and may be cut anywhere; names are in any case, those of no interest are passed over.
class TciState {
 public:
  void hear(std::string_view text);

  bool has_frequency() const { return frequency_.has_value(); }
  RigReading reading() const;

 private:
  void take(std::string_view command);

  std::string unread_;  // a command without its end
  std::optional<Hertz> frequency_;
  std::string mode_;
  int width_hz_ = 0;
  bool transmitting_ = false;
};

std::string tci_tune(Hertz frequency);

}  // namespace spectrumd
