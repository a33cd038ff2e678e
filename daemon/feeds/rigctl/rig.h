// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "daemon/config/units.h"

namespace spectrumd {

// Hamlib's codes.
enum class RigError { None = 0, Invalid = -1, Rejected = -9, NotAvailable = -11 };

struct RigMode {
  std::string name;  // Hamlib's: "USB"
  int width_hz = 0;  // of the pass band
};

// The receiver as programs see it that control transceivers: a dial and a mode, the same for all of them. One thread.
class Rig {
 public:
  virtual ~Rig() = default;

  virtual Hertz frequency() const = 0;  // at once that which was set
  virtual RigError tune(Hertz frequency, const std::string& address) = 0;
  virtual RigMode mode() const = 0;
  virtual void set_mode(RigMode mode) = 0;
  virtual std::optional<double> strength_db() const = 0;  // above S9, or dBFS where levels are not calibrated
};

}  // namespace spectrumd
