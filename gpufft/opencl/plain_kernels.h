// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "gpufft/opencl/cl.h"
#include "gpufft/spectrum.h"

namespace gpufft::opencl {

// Kernels in OpenCL C that treat every point, bin or sample alike, those of device/elements.h included; enqueue_plain()
// starts them.
std::string plain_source();

// "decode", from samples to windowed points, for lengths that passes cannot do.
std::string decode_source(SampleFormat format);

// For `items` contiguous items of `size` elements; the first dimension counts the elements, the second the items.
void enqueue_plain(cl_command_queue queue, cl_kernel kernel, std::size_t size, std::size_t items);

// Joins the rows of chains into one with the kernel "join_rows": (rows, total, bins, chains, overwrite).
void enqueue_join_rows(cl_command_queue queue, cl_kernel kernel, std::size_t bins);

// Defines SAMPLE, the type of a sample's part, SAMPLES, that of a sample, and sound(), which zeroes broken numbers.
// With `lanes`, SAMPLES are that many parts, and sound() checks all of them.
std::string sample_source(SampleFormat format, std::size_t lanes = 0);

}  // namespace gpufft::opencl
