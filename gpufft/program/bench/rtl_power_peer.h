// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/program/bench/peer.h"

namespace gpufft::program {

// What rtl_power does between the stick and its logarithms, written anew from a description, not that program's code:
// whole numbers of 16 bits all the way, Hann as whole numbers too.
std::unique_ptr<Peer> rtl_power();

}  // namespace gpufft::program
