// SPDX-License-Identifier: MIT
#include "gpufft/program/bench/cpu_peers.h"

#define KFR_NO_C_COMPLEX_TYPES 1  // complex numbers are interleaved floats
#include <kfr/capi.h>

#include "gpufft/program/bench/looped_peer.h"

namespace gpufft::program {
namespace {

SingleTransform plan(std::size_t length) {
  auto* const made = kfr_dft_create_plan_f32(length);
  if (made == nullptr) return {};
  const std::shared_ptr<KFR_DFT_PLAN_F32> plan(made, kfr_dft_delete_plan_f32);
  const std::shared_ptr<void> work(kfr_allocate(kfr_dft_get_temp_size_f32(made) + 1), kfr_deallocate);
  return [plan, work](const std::complex<float>* in, std::complex<float>* out) {
    kfr_dft_execute_f32(plan.get(), reinterpret_cast<float*>(out), reinterpret_cast<const float*>(in),
                        static_cast<std::uint8_t*>(work.get()));
  };
}

}  // namespace

std::unique_ptr<Peer> kfr() { return looped_peer("kfr", plan); }

}  // namespace gpufft::program
