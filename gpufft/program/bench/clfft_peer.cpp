// SPDX-License-Identifier: MIT
#include "gpufft/backend.h"
#include "gpufft/program/bench/opencl_peer.h"

// After our headers, which select the version of OpenCL.
#include <clFFT.h>

namespace gpufft::program {
namespace {

void check(clfftStatus status, const char* what) {
  if (status != CLFFT_SUCCESS) throw PlanError(std::string("clFFT: ") + what + ": status " + std::to_string(status));
}

// The library's global setup and teardown.
struct Library {
  Library() {
    clfftSetupData setup;
    check(clfftInitSetupData(&setup), "start");
    check(clfftSetup(&setup), "start");
  }
  ~Library() { clfftTeardown(); }
};

class ClFftPlan final : public OpenClPeerPlan {
 public:
  explicit ClFftPlan(const OpenClWork& work) : work_(work) {
    static const Library library;
    check(clfftCreateDefaultPlan(&plan_, work.device.context(), CLFFT_1D, &work.length), "plan");
    check(clfftSetPlanPrecision(plan_, CLFFT_SINGLE), "precision");
    check(clfftSetLayout(plan_, CLFFT_COMPLEX_INTERLEAVED, CLFFT_COMPLEX_INTERLEAVED), "layout");
    check(clfftSetResultLocation(plan_, CLFFT_OUTOFPLACE), "result");
    check(clfftSetPlanBatchSize(plan_, work.batch), "batch");
    check(clfftSetPlanDistance(plan_, work.length, work.length), "distance");
    check(clfftBakePlan(plan_, 1, &work_.queue, nullptr, nullptr), "kernels");
  }
  ~ClFftPlan() override { clfftDestroyPlan(&plan_); }

  void enqueue() override {
    check(clfftEnqueueTransform(plan_, CLFFT_FORWARD, 1, &work_.queue, 0, nullptr, nullptr, &work_.in, &work_.out,
                                nullptr),
          "transform");
  }

 private:
  OpenClWork work_;
  clfftPlanHandle plan_ = 0;
};

}  // namespace

std::unique_ptr<OpenClPeerPlan> plan_clfft(const OpenClWork& work) { return std::make_unique<ClFftPlan>(work); }

}  // namespace gpufft::program
