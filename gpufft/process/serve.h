// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "gpufft/spectrum.h"

namespace gpufft::process {

// Plans for a request, whose samples will lie in this memory.
using Planner = std::function<std::unique_ptr<Spectrum>(const SpectrumRequest&, std::span<std::byte> samples)>;

// What the program of a plan's process does, from start to end; see ProcessSpectrum. Returns the exit status: 0 once
// the owner has no more calls, 1 after a failure, which the owner has been sent.
int serve(const Planner& plan);

}  // namespace gpufft::process
