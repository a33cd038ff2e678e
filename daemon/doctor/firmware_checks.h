// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "daemon/doctor/doctor.h"

namespace spectrumd {

// The answers of the firmware of a Raspberry Pi.
struct Firmware {
  Finding answer;  // PI-07; the rest is valid if that is fine
  std::optional<std::uint32_t> gpu_megabytes;
  std::optional<std::uint32_t> throttled;
};
Firmware ask_firmware(const Examination& examination);

// PI-12: voltage and temperature, from /dev/vcio; if that is not accessible, or on a Pi 4 or 5, from the call that
// vcgencmd uses; or from the monitor of the kernel, which needs no permission and reports only the present voltage.
Finding check_supply(const Examination& examination, const Firmware& firmware);

// Explains the bits of `throttled`.
Finding check_throttled(std::uint32_t throttled);

// PI-09, PI-10 and PI-11: the QPUs, their registers, and their memory. Tested only if the firmware answers.
std::vector<Finding> check_qpus(const Examination& examination, const Firmware& firmware);

}  // namespace spectrumd
