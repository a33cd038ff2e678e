// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/program/bench/peer.h"

namespace gpufft::program {

std::unique_ptr<Peer> pffft();

}  // namespace gpufft::program
