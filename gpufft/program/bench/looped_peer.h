// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "gpufft/program/bench/peer.h"

namespace gpufft::program {

using SingleTransform = std::function<void(const std::complex<float>* in, std::complex<float>* out)>;

// A library that has single transforms only: a batch is a loop. `plan` makes a forward transform of a length, or an
// empty one if the library cannot do it; it is called with memory aligned to a cache line.
std::unique_ptr<Peer> looped_peer(std::string name, std::function<SingleTransform(std::size_t length)> plan);

}  // namespace gpufft::program
