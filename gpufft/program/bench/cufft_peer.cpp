// SPDX-License-Identifier: MIT
#include "gpufft/program/bench/cufft_peer.h"

#include <cufft.h>

#include <string>

#include "gpufft/backend.h"

namespace gpufft::program {
namespace {

void check(cufftResult result) {
  if (result != CUFFT_SUCCESS) throw DeviceError("cufft: error " + std::to_string(result));
}

}  // namespace

CufftPlan::CufftPlan(std::size_t length, std::size_t batch, cudaStream_t stream) {
  cufftHandle handle = 0;
  auto points = static_cast<int>(length);
  check(cufftPlanMany(&handle, 1, &points, nullptr, 1, points, nullptr, 1, points, CUFFT_C2C, static_cast<int>(batch)));
  plan_.reset(new int(handle));
  check(cufftSetStream(handle, stream));
}

void CufftPlan::Destroy::operator()(int* plan) const {
  cufftDestroy(*plan);
  delete plan;
}

void CufftPlan::execute(const float* in, float* out, Direction direction) {
  auto* const from = const_cast<cufftComplex*>(reinterpret_cast<const cufftComplex*>(in));  // cuFFT only reads it
  check(cufftExecC2C(*plan_, from, reinterpret_cast<cufftComplex*>(out),
                     direction == Direction::Forward ? CUFFT_FORWARD : CUFFT_INVERSE));
}

}  // namespace gpufft::program
