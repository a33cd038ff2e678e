// SPDX-License-Identifier: MIT
#include "gpufft/cuda/kernels/lines.h"

#include "gpufft/cuda/errors.h"
#include "gpufft/cuda/kernels/odd_butterfly.cuh"

namespace gpufft::cuda {
namespace {

template <int Radix>
__device__ void butterfly(float2 (&x)[Radix]) {
  if constexpr (Radix % 2 == 0) {
    Butterfly<Radix>::run(x);
  } else {
    odd_butterfly(x);
  }
}

// One butterfly of Stockham's: legs a part of the line apart, results `joined` apart.
template <int Radix>
__device__ void pass_at(const float2* from, float2* to, const float2* circle, unsigned length, unsigned joined,
                        unsigned b) {
  const unsigned apart = length / Radix, within = b % joined, step = within * (length / (joined * Radix));
  float2 x[Radix];
  x[0] = from[b];
#pragma unroll
  for (int m = 1; m < Radix; ++m) x[m] = product(from[b + m * apart], __ldg(circle + m * step));
  butterfly<Radix>(x);
#pragma unroll
  for (int m = 0; m < Radix; ++m) to[(b - within) * Radix + within + m * joined] = x[m];
}

template <int Radix>
__device__ void pass(const float2* from, float2* to, const LinesTask& task, unsigned joined) {
  const unsigned butterflies = task.length / Radix;
  for (unsigned i = threadIdx.x; i < butterflies * task.lines_together; i += blockDim.x) {
    const unsigned line = i / butterflies * task.length;
    pass_at<Radix>(from + line, to + line, reinterpret_cast<const float2*>(task.circle), task.length, joined,
                   i % butterflies);
  }
}

__device__ void pass(unsigned radix, const float2* from, float2* to, const LinesTask& task, unsigned joined) {
  switch (radix) {
    case 2:
      return pass<2>(from, to, task, joined);
    case 3:
      return pass<3>(from, to, task, joined);
    case 4:
      return pass<4>(from, to, task, joined);
    case 5:
      return pass<5>(from, to, task, joined);
    case 7:
      return pass<7>(from, to, task, joined);
    case 8:
      return pass<8>(from, to, task, joined);
    default:
      return pass<16>(from, to, task, joined);
  }
}

__device__ float2 swapped_if(bool swap, float2 x) { return swap ? float2{x.y, x.x} : x; }

// part / parts of a turn; the fraction is rounded in double, and what float leaves of it is made good.
__device__ float2 turn_by(unsigned part, unsigned parts) {
  const double centered = part > parts / 2 ? static_cast<double>(part) - parts : static_cast<double>(part);
  const double half_turns = -2 * centered / parts;
  const auto rounded = static_cast<float>(half_turns);
  const auto rest = static_cast<float>((half_turns - rounded) * 3.14159265358979323846);
  float sine, cosine;
  sincospif(rounded, &sine, &cosine);
  return {fmaf(-rest, sine, cosine), fmaf(rest, cosine, sine)};
}

// Which point of which line comes at a place of the order in which memory is best met.
struct Spot {
  unsigned line, point;
  __device__ Spot(const LineLayout& layout, const LinesTask& task, unsigned i) {
    const bool across = layout.line < layout.point;
    line = across ? i % task.lines_together : i / task.length;
    point = across ? i / task.lines_together : i % task.length;
  }
};

__global__ void __launch_bounds__(kLinesThreads) lines_kernel(LinesTask task) {
  extern __shared__ float2 shared[];
  const unsigned points = task.length * task.lines_together;
  const unsigned blocks = (task.lines + task.lines_together - 1) / task.lines_together;
  const unsigned first = blockIdx.x % blocks * task.lines_together, frame = blockIdx.x / blocks;
  float2 *from = shared, *to = shared + points;
  const auto* const in = reinterpret_cast<const float2*>(task.in) + frame * task.from.frame;
  for (unsigned i = threadIdx.x; i < points; i += blockDim.x) {
    const Spot spot(task.from, task, i);
    if (first + spot.line >= task.lines) continue;
    from[spot.line * task.length + spot.point] =
        swapped_if(task.from.swapped, in[(first + spot.line) * task.from.line + spot.point * task.from.point]);
  }
  for (unsigned i = 0, joined = 1; i < task.passes; joined *= task.radices[i++]) {
    __syncthreads();
    pass(task.radices[i], from, to, task, joined);
    float2* const made = to;
    to = from;
    from = made;
  }
  __syncthreads();
  auto* const out = reinterpret_cast<float2*>(task.out) + frame * task.to.frame;
  for (unsigned i = threadIdx.x; i < points; i += blockDim.x) {
    const Spot spot(task.to, task, i);
    if (first + spot.line >= task.lines) continue;
    float2 point = from[spot.line * task.length + spot.point];
    if (task.turned_by > 0) point = product(point, turn_by((first + spot.line) * spot.point, task.turned_by));
    out[(first + spot.line) * task.to.line + spot.point * task.to.point] = swapped_if(task.to.swapped, point);
  }
}

}  // namespace

std::size_t shared_bytes(const LinesTask& task) { return std::size_t{16} * task.length * task.lines_together; }

void allow_shared_memory_for_lines(std::size_t bytes) {
  check(cudaFuncSetAttribute(lines_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
        "shared memory for lines");
}

void launch(const LinesTask& task, Stream stream) {
  const unsigned blocks = (task.lines + task.lines_together - 1) / task.lines_together * task.frames;
  lines_kernel<<<blocks, kLinesThreads, shared_bytes(task), stream>>>(task);
  check(cudaGetLastError(), "lines");
}

}  // namespace gpufft::cuda
