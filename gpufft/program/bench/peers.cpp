// SPDX-License-Identifier: MIT
#include "gpufft/program/bench/cpu_peers.h"

namespace gpufft::program {

std::vector<std::unique_ptr<Peer>> peers([[maybe_unused]] double planning_seconds) {
  std::vector<std::unique_ptr<Peer>> found;
#ifdef GPUFFT_PEER_FFTW
  found.push_back(fftw_measured(planning_seconds));
  found.push_back(fftw_patient(planning_seconds));
#endif
#ifdef GPUFFT_PEER_KFR
  found.push_back(kfr());
#endif
#ifdef GPUFFT_PEER_MKL
  found.push_back(mkl());
#endif
#ifdef GPUFFT_PEER_PFFFT
  found.push_back(pffft());
#endif
#ifdef GPUFFT_PEER_POCKETFFT
  found.push_back(pocketfft_library());
#endif
#ifdef GPUFFT_PEER_FFTW
  found.push_back(rtl_power_fftw(fftw_measured(planning_seconds)));
#endif
  found.push_back(rtl_power());
  return found;
}

}  // namespace gpufft::program
