// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>

#include "daemon/config/units.h"

namespace spectrumd {

// What a transceiver says about itself.
struct RigReading {
  Hertz frequency;
  std::string mode;  // as it names it; empty if it does not say
  int width_hz = 0;  // of its filter; 0 if it does not say
  bool transmitting = false;

  friend bool operator==(const RigReading&, const RigReading&) = default;
};

// The connection to a rig is lost, or of no use; the text says why.
struct RigLost : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A connection to what controls a transceiver. Its calls wait for an answer, two seconds at most, and throw RigLost,
// DeviceError or SocketLost. One thread.
class RigLink {
 public:
  virtual ~RigLink() = default;

  virtual RigReading read() = 0;

  // Returns why the rig refuses; empty if it does not. Where it then is, the next readings say.
  virtual std::string tune(Hertz frequency) = 0;
};

}  // namespace spectrumd
