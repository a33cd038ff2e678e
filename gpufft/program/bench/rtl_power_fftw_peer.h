// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/program/bench/peer.h"

namespace gpufft::program {

// The work of rtl_power_fftw between the stick and its logarithms, reimplemented from a description, without using that
// program's code: frame by frame, bytes to floats one by one, no window (its default), FFTW, and power as doubles.
std::unique_ptr<Peer> rtl_power_fftw(std::unique_ptr<Peer> fftw);

}  // namespace gpufft::program
