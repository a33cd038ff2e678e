// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include <functional>
#include <memory>

namespace gpufft::cuda {

// The launches of a call that is repeated with the same memory, recorded as a graph, which the driver starts faster,
// even a single launch. The first call is only noted, the second recorded. Calls on the legacy default stream, and
// those that are being recorded by the caller, are launched as ever.
class RecordedCall {
 public:
  // `enqueue` puts the launches into the stream it is given. Throws DeviceError.
  void run(const void* in, void* out, cudaStream_t stream, const std::function<void(cudaStream_t)>& enqueue);

 private:
  struct Destroy {
    void operator()(CUgraphExec_st* graph) const { cudaGraphExecDestroy(graph); }
  };
  const void* in_ = nullptr;
  void* out_ = nullptr;
  std::unique_ptr<CUgraphExec_st, Destroy> graph_;  // for these; null: not recorded
};

}  // namespace gpufft::cuda
