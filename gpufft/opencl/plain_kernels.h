// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "gpufft/opencl/cl.h"
#include "gpufft/spectrum.h"

namespace gpufft::opencl {

// Kernels in OpenCL C that do the same to every point, bin or sample, those of device/elements.h among them:
// enqueue_plain() starts them.
std::string plain_source();

// "decode", from samples to windowed points, for lengths that passes cannot do.
std::string decode_source(SampleFormat format);

// For so many items; the first dimension counts what an item has, the second the items, which lie side by side.
void enqueue_plain(cl_command_queue queue, cl_kernel kernel, std::size_t size, std::size_t items);

// The rows of chains become one, "join_rows": (rows, total, bins, chains, afresh).
void enqueue_join_rows(cl_command_queue queue, cl_kernel kernel, std::size_t bins);

// The types of a sample's part and of a sample, and what is done to a number that may be broken: SAMPLE, SAMPLES,
// sound(). With lanes, SAMPLES are so many parts, and sound() does them all.
std::string sample_source(SampleFormat format, std::size_t lanes = 0);

}  // namespace gpufft::opencl
