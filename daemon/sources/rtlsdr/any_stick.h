// SPDX-License-Identifier: MIT
#pragma once

#include "daemon/config/settings.h"
#include "daemon/sources/device/device.h"

namespace spectrumd {

// The first stick that can be used, now or when one is plugged in; from then on that one, as for source rtlsdr. Only
// sticks: SoapySDR finds other radios by opening all of them, those in use included, so they have to be named.
DeviceKind any_stick_kind(const Settings& settings);

}  // namespace spectrumd
