// SPDX-License-Identifier: MIT
#include "gpufft/cuda/own_process.h"

#include "gpufft/backend.h"
#include "gpufft/cuda/errors.h"
#include "gpufft/cuda/spectrum.h"
#include "gpufft/process/process_spectrum.h"

namespace gpufft::cuda {
namespace {

constexpr const char* kProgram = "gpufft_cuda_process";

}  // namespace

std::optional<std::string> why_not_here() {
  if (auto lost = why_lost()) return lost;
  if (const std::size_t plans = held_plans(); plans > 0)
    return "cuda: the device has not ended the work of " + std::to_string(plans) + " plans that were given up";
  return std::nullopt;
}

std::optional<std::string> why_no_process(const std::string& reason) {
  if (process::program_next_to(kProgram)) return std::nullopt;
  return reason + "; restart this program, or install " + kProgram + " next to it";
}

std::unique_ptr<Spectrum> plan_in_own_process(const SpectrumRequest& request) {
  const auto program = process::program_next_to(kProgram);
  if (!program) throw DeviceError(*why_no_process(why_not_here().value_or("cuda: no process for a plan")));
  return std::make_unique<process::ProcessSpectrum>(*program, request);
}

}  // namespace gpufft::cuda
