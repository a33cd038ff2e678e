// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/program/bench/peer.h"

namespace gpufft::program {

// FFTW in single precision; no plan is searched for longer than `planning_seconds`.
std::unique_ptr<Peer> fftw_measured(double planning_seconds);
std::unique_ptr<Peer> fftw_patient(double planning_seconds);
std::unique_ptr<Peer> fftw_estimated();  // no plan is tried out: for machines whose time means nothing

}  // namespace gpufft::program
