// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/program/bench/peer.h"

namespace gpufft::program {

// What rtl_power_fftw does between the stick and its logarithms, written anew from a description, not that program's
// code: frame by frame, bytes to floats one by one, no window (its default), FFTW, and power as doubles.
std::unique_ptr<Peer> rtl_power_fftw(std::unique_ptr<Peer> fftw);

}  // namespace gpufft::program
