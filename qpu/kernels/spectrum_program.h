// SPDX-License-Identifier: MIT
#pragma once

#include "qpu/kernels/program_image.h"

namespace qpu {

// Rows of a spectrum: frames of bytes, their hop, how many fold into a row.
struct SpectrumShape {
  int log2_size = 10;  // 8 to 16
  bool is_signed = false;
  std::size_t hop = 1024;  // samples from frame to frame
  std::size_t frames_per_row = 8;
  std::size_t rows = 1;

  std::size_t size() const { return std::size_t{1} << log2_size; }
  std::size_t frames() const { return frames_per_row * rows; }
};

// Bytes in, rows of power out, as a program for the QPUs: unpacks, windows, transforms, squares and folds.
class SpectrumProgram {
 public:
  // The window multiplies samples counted as the bytes count (u8 less 127.5): full scale is part of it. Throws
  // std::invalid_argument for a shape the kernel does not have.
  SpectrumProgram(const SpectrumShape& shape, std::span<const float> window, int qpus = kBestQpus);

  const SpectrumShape& shape() const { return shape_; }
  const Program& code() const { return code_; }
  std::size_t input_bytes() const { return 2 * ((shape_.frames() - 1) * shape_.hop + shape_.size()); }
  std::size_t output_bytes() const { return 3 * sizeof(float) * shape_.size() * shape_.rows; }
  std::size_t memory_bytes() const { return image_.bytes(); }

  struct Addresses {
    std::uint32_t memory, input, output;  // bus addresses, memory and output aligned to 64 bytes, input to 2
    bool interrupt = true;
  };
  // As FftProgram's.
  std::vector<ProgramStart> lay_out(std::span<std::byte> memory, const Addresses& addresses) const;

  // Where the kernel leaves the sum of each bin, lowest frequency first, counted in floats from the begin of its row;
  // the maximum is kMaximum, the minimum kMinimum further on. A row takes 3 * size() floats.
  std::span<const std::uint32_t> places() const { return places_; }
  static constexpr std::size_t kMaximum = 16, kMinimum = 32;

 private:
  std::vector<std::uint32_t> uniforms(const Addresses& addresses, std::uint32_t share) const;
  void append_bytes_pass(std::vector<std::uint32_t>& uniforms, const Addresses& addresses) const;

  SpectrumShape shape_;
  std::vector<FftPass> passes_;
  std::uint32_t qpus_;
  Program code_;
  ProgramImage image_;
  std::vector<PassTables> tables_;
  std::size_t window_, uniforms_each_, uniforms_;
  std::vector<std::size_t> buffers_;  // what each pass writes
  std::vector<std::uint32_t> places_;
};

}  // namespace qpu
