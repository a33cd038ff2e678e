// SPDX-License-Identifier: MIT
#include "gpufft/cuda/kernels/lines.cuh"

#include "gpufft/cuda/errors.h"

namespace gpufft::cuda {
namespace {

__device__ void run_pass(const LinesTask& task, const LinesOfBlock& block, unsigned index, const float2* from,
                         float2* to) {
  const LinePass& pass = task.pass[index];
  const bool first = index == 0, last = index + 1 == task.passes;
  const LineLayout& layout = last ? task.to : task.from;
  const PassNumbers numbers{pass.joined,
                            pass.butterflies,
                            task.together,
                            task.gap,
                            pass.turns,
                            task.pitch,
                            blockDim.x,
                            layout.point,
                            first,
                            last,
                            layout.line < layout.point};
  switch (pass.radix) {
    case 2:
      return run_line_pass<2>(task, block, numbers, from, to);
    case 3:
      return run_line_pass<3>(task, block, numbers, from, to);
    case 4:
      return run_line_pass<4>(task, block, numbers, from, to);
    case 5:
      return run_line_pass<5>(task, block, numbers, from, to);
    case 6:
      return run_line_pass<6>(task, block, numbers, from, to);
    case 7:
      return run_line_pass<7>(task, block, numbers, from, to);
    case 8:
      return run_line_pass<8>(task, block, numbers, from, to);
    case 9:
      return run_line_pass<9>(task, block, numbers, from, to);
    case 10:
      return run_line_pass<10>(task, block, numbers, from, to);
    case 12:
      return run_line_pass<12>(task, block, numbers, from, to);
    case 14:
      return run_line_pass<14>(task, block, numbers, from, to);
    case 15:
      return run_line_pass<15>(task, block, numbers, from, to);
    case 16:
      return run_line_pass<16>(task, block, numbers, from, to);
    case 18:
      return run_line_pass<18>(task, block, numbers, from, to);
    default:
      return run_line_pass<20>(task, block, numbers, from, to);
  }
}

__global__ void __launch_bounds__(kMostLinesThreads) lines_kernel(const __grid_constant__ LinesTask task) {
  extern __shared__ float2 shared[];
  const LinesOfBlock block(task, task.together.value);
  float2 *from = shared, *to = shared + task.together.value * task.pitch;
  for (unsigned i = 0; i < task.passes; ++i) {
    run_pass(task, block, i, to, from);
    float2* const made = from;
    from = to;
    to = made;
    __syncthreads();
  }
}

}  // namespace

std::size_t shared_bytes(const LinesTask& task) {
  const std::size_t copies = task.passes - 1 < 2 ? task.passes - 1 : 2;  // one is read while another is written
  return copies * sizeof(float2) * task.together.value * task.pitch;
}

void allow_shared_memory_for_lines(std::size_t bytes) {
  check(cudaFuncSetAttribute(lines_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
        "shared memory for lines");
}

void launch(const LinesTask& task, Stream stream) {
  const unsigned blocks = (task.lines + task.together.value - 1) / task.together.value * task.frames;
  lines_kernel<<<blocks, task.threads, shared_bytes(task), stream>>>(task);
  check(cudaGetLastError(), "lines");
}

}  // namespace gpufft::cuda
