// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "daemon/doctor/doctor.h"

namespace spectrumd {

// What the firmware of a Raspberry Pi says of itself when it is asked.
struct Firmware {
  Finding answer;  // PI-07; the rest is there where that is well
  std::optional<std::uint32_t> gpu_megabytes;
  std::optional<std::uint32_t> throttled;
};
Firmware ask_firmware(const Examination& examination);

// PI-12: voltage and heat, told by /dev/vcio; where that may not be used, or on a Pi 4 or 5, by the call that vcgencmd
// makes; or by the kernel's monitor, which needs no permission and knows of the voltage at this moment only.
Finding check_supply(const Examination& examination, const Firmware& firmware);

// What the bits of `throttled` mean.
Finding check_throttled(std::uint32_t throttled);

// PI-09, PI-10 and PI-11: the QPUs, their registers, and their memory. Tried only where the firmware answers.
std::vector<Finding> check_qpus(const Examination& examination, const Firmware& firmware);

}  // namespace spectrumd
