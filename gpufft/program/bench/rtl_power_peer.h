// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/program/bench/peer.h"

namespace gpufft::program {

// The work of rtl_power between the stick and its logarithms, reimplemented from a description, without using that
// program's code: 16-bit integers throughout, with an integer Hann window.
std::unique_ptr<Peer> rtl_power();

}  // namespace gpufft::program
