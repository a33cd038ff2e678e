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

// PI-12: what the bits of `throttled` mean.
Finding check_throttled(std::uint32_t throttled);

// PI-09, PI-10 and PI-11: the QPUs, their registers, and their memory. Tried only where the firmware answers.
std::vector<Finding> check_qpus(const Examination& examination, const Firmware& firmware);

}  // namespace spectrumd
