// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "gpufft/spectrum.h"

namespace gpufft::process {

// Makes a plan for a request whose samples will lie in this memory.
using Planner = std::function<std::unique_ptr<Spectrum>(const SpectrumRequest&, std::span<std::byte> samples)>;

// The whole main function of a plan's process; see ProcessSpectrum. Returns the exit status: 0 when the owner has
// closed the socket, 1 after a failure, which has been sent to the owner.
int serve(const Planner& plan);

}  // namespace gpufft::process
