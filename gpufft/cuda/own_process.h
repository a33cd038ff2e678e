// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "gpufft/spectrum.h"

namespace gpufft::cuda {

// Why spectra cannot be planned in this process: it has lost the device (see why_lost), or the device has not ended the
// work of an abandoned plan. Then each plan gets a separate process, which is killed if it fails.
std::optional<std::string> why_not_here();

// Why a separate process is not possible either, where `reason` is why it is needed.
std::optional<std::string> why_no_process(const std::string& reason);

std::unique_ptr<Spectrum> plan_in_own_process(const SpectrumRequest& request);  // checked; throws DeviceError

}  // namespace gpufft::cuda
