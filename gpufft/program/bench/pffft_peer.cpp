// SPDX-License-Identifier: MIT
#include "gpufft/program/bench/cpu_peers.h"

#include <pffft.h>

#include "gpufft/program/bench/looped_peer.h"
#include "gpufft/tables/aligned_floats.h"

namespace gpufft::program {
namespace {

// Supports whole squares of its vectors only: aborts the program for others.
SingleTransform plan(std::size_t length) {
  const auto lanes = static_cast<std::size_t>(pffft_simd_size());
  if (length % (lanes * lanes) != 0) return {};
  auto* const made = pffft_new_setup(static_cast<int>(length), PFFFT_COMPLEX);
  if (made == nullptr) return {};
  const std::shared_ptr<PFFFT_Setup> setup(made, pffft_destroy_setup);
  const auto work = std::make_shared<AlignedFloats>(2 * length);
  return [setup, work](const std::complex<float>* in, std::complex<float>* out) {
    pffft_transform_ordered(setup.get(), reinterpret_cast<const float*>(in), reinterpret_cast<float*>(out),
                            work->data(), PFFFT_FORWARD);
  };
}

}  // namespace

std::unique_ptr<Peer> pffft() { return looped_peer("pffft", plan); }

}  // namespace gpufft::program
