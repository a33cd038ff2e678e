// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/program/bench/peer.h"

namespace gpufft::program {

// Intel's library, on one thread (Debian: libmkl-dev, in non-free).
std::unique_ptr<Peer> mkl();

}  // namespace gpufft::program
