// SPDX-License-Identifier: MIT
// The program of a plan's process, see own_process.h. Not for interactive use.
#include <cuda_runtime_api.h>

#include "gpufft/cuda/requests.h"
#include "gpufft/cuda/spectrum.h"
#include "gpufft/process/serve.h"

namespace gpufft::cuda {
namespace {

// Where possible, samples go to the device directly from the shared memory.
void pin(std::span<std::byte> samples) {
  if (cudaHostRegister(samples.data(), samples.size(), cudaHostRegisterDefault) != cudaSuccess) cudaGetLastError();
}

std::unique_ptr<Spectrum> plan(const SpectrumRequest& request, std::span<std::byte> samples) {
  check(request);
  pin(samples);
  return plan_host_spectrum(request);
}

}  // namespace
}  // namespace gpufft::cuda

int main() { return gpufft::process::serve(gpufft::cuda::plan); }
