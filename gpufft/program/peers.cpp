// SPDX-License-Identifier: MIT
#include "gpufft/program/peer.h"

#ifdef GPUFFT_PEER_FFTW
#include "gpufft/program/fftw_peer.h"
#endif

namespace gpufft::program {

std::vector<std::unique_ptr<Peer>> peers([[maybe_unused]] double planning_seconds) {
  std::vector<std::unique_ptr<Peer>> found;
#ifdef GPUFFT_PEER_FFTW
  found.push_back(fftw_measured(planning_seconds));
  found.push_back(fftw_patient(planning_seconds));
#endif
  return found;
}

}  // namespace gpufft::program
