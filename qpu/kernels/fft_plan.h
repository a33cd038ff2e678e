// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace qpu {

inline constexpr int kMostQpus = 12;
inline constexpr int kBestQpus = 0;              // the best number for the size
inline constexpr std::uint32_t kPointBytes = 8;  // of a complex number

// How a pass of fft.qasm gets its twiddles.
enum class Twiddles : std::uint8_t { None, Table, Products };

// The buffer a pass reads or writes.
enum class FftBuffer : std::uint8_t { Input, Output, Scratch };

// The position of a lane of a pass: which column of a task, which of the rows that share a register.
struct LanePlace {
  std::uint32_t column, row;
};

// Distances in bytes between reads of a task: from row to row, and per bit of the lane number (load.qinc).
struct LaneSteps {
  std::uint32_t row, low, middle, high;
  std::uint32_t second;  // from the first to the second request of a lane
};

// One digit of a transform: `radix` rows, a task of 256 points, 16 registers by 16 lanes.
struct FftPass {
  int log2_radix;
  std::uint32_t width;      // of the array whose columns are transformed, or 1
  std::uint32_t finished;   // numbers that stay together: outputs of earlier passes, times the width
  std::uint32_t remaining;  // columns of a transform: its size / radix
  Twiddles twiddles;
  FftBuffer from, to;
  bool halved = false;  // a task computes even or odd outputs of more columns (halves.qinc)
  bool paired = false;  // two transforms of 2^7 are treated as one of 2^8, whose second digit is twice one of 8

  std::uint32_t radix() const { return 1u << log2_radix; }
  int log2_rows() const { return log2_radix - (halved ? 1 : 0); }               // in the registers of a task
  std::uint32_t columns() const { return 256u >> log2_rows(); }                 // of a task
  std::uint32_t rows_per_register() const { return (1u << log2_rows()) / 16; }  // its lanes share them
  std::uint32_t outputs() const { return finished / width; }  // of earlier passes: the product of their radices
  std::uint32_t span() const {
    return paired ? 128 : radix() * outputs();
  }                                             // twiddles are powers of a root of this order
  bool first() const { return finished == 1; }  // it also writes columns
  bool only() const { return remaining == width; }
  // A DMA steps over at most 65535 bytes between rows (U15).
  bool far_rows() const { return !first() && finished * kPointBytes - row_bytes() > 65535; }
  std::uint32_t row_bytes() const { return log2_rows() == 6 ? 32 : 64; }
  LanePlace place(std::uint32_t lane) const;
  LaneSteps lane_steps() const;
};

struct FftShape {
  int log2_size = 10;
  std::size_t batch = 1;
  bool inverse = false;
  std::size_t width = 1;  // not 1: the batch consists of arrays of this width, whose columns are transformed
  bool real = false;      // samples are real numbers, 2^6 to 2^22 (real.qinc)

  std::size_t size() const { return std::size_t{1} << log2_size; }
  std::size_t points() const { return size() * width * batch; }
  FftShape of_complex() const;  // itself, or for real samples the complex transform of half the length that computes it
};

// The passes of a transform. Throws std::invalid_argument for an unsupported shape.
std::vector<FftPass> fft_passes(const FftShape& shape);
// Transforms that need no memory between two digits (whole.qinc), and those digits.
bool stays_on_chip(int log2_size);
std::vector<FftPass> whole_passes(int log2_size);
// The passes of a spectrum, 2^8 to 2^16; the program manages its buffers.
std::vector<FftPass> spectrum_passes(int log2_size);

// How many QPUs to start for this number of tasks. Throws std::invalid_argument for more than the chip has.
std::uint32_t useful_qpus(int log2_size, std::size_t tasks, int wanted);

}  // namespace qpu
