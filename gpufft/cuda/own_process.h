// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "gpufft/spectrum.h"

namespace gpufft::cuda {

// Why spectra cannot be planned in this process: it has lost the device (see why_lost), or the device has not ended the
// work of a plan that was given up. Then each plan has a process of its own, which is killed where it fails.
std::optional<std::string> why_not_here();

// Why that cannot be done either, where `reason` is why it must be.
std::optional<std::string> why_no_process(const std::string& reason);

std::unique_ptr<Spectrum> plan_in_own_process(const SpectrumRequest& request);  // checked; throws DeviceError

}  // namespace gpufft::cuda
