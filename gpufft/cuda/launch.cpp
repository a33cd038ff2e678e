// SPDX-License-Identifier: MIT
#include "gpufft/cuda/launch.h"

#include "gpufft/cuda/device.h"
#include "gpufft/cuda/errors.h"

namespace gpufft::cuda {
namespace {

constexpr int kPortableCluster = 8;

struct Configuration {
  Configuration(const Launch& launch, std::size_t blocks, cudaStream_t stream) {
    config.gridDim = dim3(static_cast<unsigned>(blocks));
    config.blockDim = dim3(static_cast<unsigned>(launch.threads));
    config.dynamicSmemBytes = launch.shared_bytes;
    config.stream = stream;
    config.attrs = attributes.data();
    if (launch.follows) {
      auto& early = attributes[config.numAttrs++];
      early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
      early.val.programmaticStreamSerializationAllowed = 1;
    }
    if (launch.cluster > 1) {
      auto& cluster = attributes[config.numAttrs++];
      cluster.id = cudaLaunchAttributeClusterDimension;
      cluster.val.clusterDim = {static_cast<unsigned>(launch.cluster), 1, 1};
    }
  }
  Configuration(const Configuration&) = delete;
  Configuration& operator=(const Configuration&) = delete;

  cudaLaunchConfig_t config{};
  std::array<cudaLaunchAttribute, 2> attributes{};
};

}  // namespace

void prepare(const Launch& launch) {
  check(cudaFuncSetAttribute(launch.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(launch.shared_bytes)),
        "shared memory of a kernel");
  if (launch.cluster > kPortableCluster)
    check(cudaFuncSetAttribute(launch.kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1), "a large cluster");
}

std::size_t blocks_at_once(const Launch& launch) {
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, launch.kernel, launch.threads, launch.shared_bytes),
        "the room for a kernel");
  return static_cast<std::size_t>(blocks) * static_cast<std::size_t>(device_facts().multiprocessors);
}

std::size_t clusters_at_once(const Launch& launch) {
  const Configuration one(launch, static_cast<std::size_t>(launch.cluster), nullptr);
  int clusters = 0;
  if (cudaOccupancyMaxActiveClusters(&clusters, launch.kernel, &one.config) == cudaSuccess)
    return static_cast<std::size_t>(clusters);
  cudaGetLastError();  // a refusal is an answer, not an error
  return 0;
}

bool fits_device(const Launch& launch) {
  if (launch.shared_bytes > device_facts().shared_bytes) return false;
  if (launch.cluster == 1) return true;
  prepare(launch);
  return clusters_at_once(launch) > 0;
}

void start(const Launch& launch, std::size_t blocks, void** arguments, cudaStream_t stream) {
  const Configuration at_work(launch, blocks, stream);
  check(cudaLaunchKernelExC(&at_work.config, launch.kernel, arguments), "a kernel");
}

}  // namespace gpufft::cuda
