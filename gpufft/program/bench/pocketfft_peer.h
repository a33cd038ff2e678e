// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/program/bench/peer.h"

namespace gpufft::program {

std::unique_ptr<Peer> pocketfft_library();  // the library's namespace has the plain name

}  // namespace gpufft::program
