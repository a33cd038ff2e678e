// SPDX-License-Identifier: MIT
#include "gpufft/backend.h"
#include "gpufft/program/bench/opencl_peer.h"

// After our headers, which select the version of OpenCL.
#define VKFFT_BACKEND 3  // OpenCL
#include <vkFFT.h>

namespace gpufft::program {
namespace {

void check(VkFFTResult status, const char* what) {
  if (status != VKFFT_SUCCESS) throw PlanError(std::string("VkFFT: ") + what + ": status " + std::to_string(status));
}

class VkFftPlan final : public OpenClPeerPlan {
 public:
  explicit VkFftPlan(const OpenClWork& work)
      : work_(work),
        device_(work.device.facts().id),
        context_(work.device.context()),
        bytes_(work.length * work.batch * 2 * sizeof(float)) {
    VkFFTConfiguration configuration = {};
    configuration.FFTdim = 1;
    configuration.size[0] = work.length;
    configuration.numberBatches = work.batch;
    configuration.device = &device_;
    configuration.context = &context_;
    configuration.isInputFormatted = 1;  // out of place
    configuration.inputBufferStride[0] = work.length;
    configuration.inputBuffer = &work_.in;
    configuration.inputBufferSize = &bytes_;
    configuration.buffer = &work_.out;
    configuration.bufferSize = &bytes_;
    check(initializeVkFFT(&app_, configuration), "plan");
  }
  ~VkFftPlan() override { deleteVkFFT(&app_); }

  void enqueue() override {
    VkFFTLaunchParams launch = {};
    launch.commandQueue = &work_.queue;
    check(VkFFTAppend(&app_, -1, &launch), "transform");
  }

 private:
  OpenClWork work_;
  cl_device_id device_;
  cl_context context_;
  std::uint64_t bytes_;
  VkFFTApplication app_ = {};
};

}  // namespace

std::unique_ptr<OpenClPeerPlan> plan_vkfft(const OpenClWork& work) { return std::make_unique<VkFftPlan>(work); }

}  // namespace gpufft::program
