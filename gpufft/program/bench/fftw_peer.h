// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/program/bench/peer.h"

namespace gpufft::program {

// FFTW in single precision; planning is limited to `planning_seconds` per plan.
std::unique_ptr<Peer> fftw_measured(double planning_seconds);
std::unique_ptr<Peer> fftw_patient(double planning_seconds);
std::unique_ptr<Peer> fftw_estimated();  // plans without measuring: for machines whose times mean nothing

}  // namespace gpufft::program
