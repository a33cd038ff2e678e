// SPDX-License-Identifier: MIT
#include "gpufft/opencl/plain_kernels.h"

#include <array>

#include "gpufft/opencl/errors.h"
#include "gpufft/opencl/text.h"
#include "gpufft/samples/samples.h"

namespace gpufft::opencl {
namespace {

std::string_view number_type(SampleFormat format) {
  switch (format) {
    case SampleFormat::Cu8:
      return "uchar";
    case SampleFormat::Cs8:
      return "char";
    case SampleFormat::Cs16:
      return "short";
    case SampleFormat::Cf32:
      break;
  }
  return "float";
}

// The macros that elements.h requires, and the same for kernels with other arguments.
constexpr std::string_view kEach = R"(
#define POINT(re, im) ((float2)((re), (im)))
#define FUNCTION
#define GLOBAL global
#define KERNEL(name) kernel __attribute__((reqd_work_group_size(64, 1, 1))) void name
#define EACH(name, In, Out) KERNEL(name)(global const In* in, global Out* out, uint size, uint other_size, \
                                         global const float2* table, int swapped)
#define HERE \
  const uint n = get_global_id(0); \
  const size_t item = get_global_id(1), at = item * size + n; \
  if (n >= size) return
)";

#define GPUFFT_ELEMENTS(...) #__VA_ARGS__
constexpr std::string_view kElements =
#include "gpufft/device/elements.h"
    ;

constexpr std::string_view kKernels = R"(
// Transposes grids of `rows` rows of `length` points tile by tile, each through local memory.
kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void transpose(global const float2* in, global float2* out, uint rows, uint length) {
  local float2 tile[16][17];
  const uint x = get_local_id(0), y = get_local_id(1), tiles = (length + 15) / 16;
  const uint column = get_group_id(0) % tiles * 16, row = get_group_id(0) / tiles * 16;
  const size_t grid = (size_t)get_group_id(1) * rows * length;
  if (row + y < rows && column + x < length) tile[y][x] = in[grid + (size_t)(row + y) * length + column + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (column + y < length && row + x < rows) out[grid + (size_t)(column + y) * rows + row + x] = tile[x][y];
}

// Transposes square grids in place: exchanges the tiles on either side of the diagonal.
kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void transpose_square(global float2* grids, uint side) {
  local float2 right[16][17], left[16][17];
  const uint x = get_local_id(0), y = get_local_id(1);
  const uint column = get_group_id(0) * 16, row = get_group_id(1) * 16;
  if (row > column) return;
  global float2* grid = grids + (size_t)get_group_id(2) * side * side;
  const size_t at = (size_t)(row + y) * side + column + x, across = (size_t)(column + y) * side + row + x;
  const int inside = row + y < side && column + x < side, inside_across = column + y < side && row + x < side;
  if (inside) right[y][x] = grid[at];
  if (inside_across) left[y][x] = grid[across];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (inside) grid[at] = left[x][y];
  if (inside_across) grid[across] = right[x][y];
}

// Power: folds frames into the rows of chains (sums, maxima, minima; lowest frequency first), and those into one row.
KERNEL(fold_power)(global const float2* in, global float* out, uint size, uint frames, uint per_chain) {
  HERE;
  const uint chain = item, bins = size;
  const uint first = chain * per_chain, end = min(first + per_chain, frames);
  float sum = 0, greatest = 0, least = INFINITY;
  for (uint frame = first; frame < end; ++frame) {
    const float2 x = in[(size_t)frame * bins + n];
    const float power = fma(x.x, x.x, x.y * x.y);
    sum += power;
    greatest = power > greatest ? power : greatest;
    least = power < least ? power : least;
  }
  global float* row = out + (size_t)chain * 3 * bins + (n + bins / 2) % bins;
  row[0] = sum;
  row[bins] = greatest;
  row[2 * bins] = least;
}
// Eight strands of chains for each bin.
kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void join_rows(global const float* rows, global float* total, uint bins, uint chains, int overwrite) {
  local float sums[8][32], maxima[8][32], minima[8][32];
  const uint x = get_local_id(0), y = get_local_id(1), n = min((uint)get_global_id(0), bins - 1);
  float sum = 0, greatest = 0, least = INFINITY;
  for (uint chain = y; chain < chains; chain += 8) {
    global const float* row = rows + (size_t)chain * 3 * bins + n;
    sum += row[0];
    greatest = row[bins] > greatest ? row[bins] : greatest;
    least = row[2 * bins] < least ? row[2 * bins] : least;
  }
  sums[y][x] = sum;
  maxima[y][x] = greatest;
  minima[y][x] = least;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (y != 0 || get_global_id(0) >= bins) return;
  for (uint strand = 1; strand < 8; ++strand) {
    sum += sums[strand][x];
    greatest = max(greatest, maxima[strand][x]);
    least = min(least, minima[strand][x]);
  }
  total[n] = overwrite ? sum : total[n] + sum;
  total[bins + n] = overwrite ? greatest : max(total[bins + n], greatest);
  total[2 * bins + n] = overwrite ? least : min(total[2 * bins + n], least);
}
)";

}  // namespace

std::string plain_source() { return text(kEach, kElements, kKernels); }

std::string sample_source(SampleFormat format, std::size_t lanes) {
  const std::string part(number_type(format)), wide = lanes > 0 ? std::to_string(lanes) : "";
  const std::string head = text("#define SAMPLE ", part, "\n#define SAMPLES ", part, lanes > 0 ? lanes : 2, "\nfloat",
                                wide, " sound(", part, wide, " v) { return ");
  if (format != SampleFormat::Cf32) return text(head, "convert_float", wide, "(v); }\n");
  const std::string type = text("(float", wide, ")");
  return text(head, "fabs(v) < ", type, "(", std::to_string(kBroken), "f) ? v : ", type, "(0.0f); }\n");
}

void enqueue_plain(cl_command_queue queue, cl_kernel kernel, std::size_t size, std::size_t items) {
  constexpr std::size_t kTogether = 64;
  const std::array global{(size + kTogether - 1) / kTogether * kTogether, items}, local{kTogether, std::size_t{1}};
  check(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global.data(), local.data(), 0, nullptr, nullptr),
        "starting a kernel");
}

void enqueue_join_rows(cl_command_queue queue, cl_kernel kernel, std::size_t bins) {
  constexpr std::size_t kBins = 32, kStrands = 8;
  const std::array global{(bins + kBins - 1) / kBins * kBins, kStrands}, local{kBins, kStrands};
  check(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global.data(), local.data(), 0, nullptr, nullptr),
        "starting a kernel");
}

std::string decode_source(SampleFormat format) {
  return text(sample_source(format), kEach, R"(
KERNEL(decode)(global const SAMPLE* in, global float2* out, uint size, global const float* window, global const float2* zeros,
                   uint hop) {
  HERE;
  const size_t sample = item * hop + n;
  out[at] = ((float2)(sound(in[2 * sample]), sound(in[2 * sample + 1])) - zeros[item]) * window[n];
}
)");
}

}  // namespace gpufft::opencl
