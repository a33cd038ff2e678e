// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <optional>

#include "qpu/kernels/program_image.h"
#include "qpu/kernels/whole_plan.h"

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

// A program for the QPUs from bytes to rows of power: unpacks, windows, transforms, squares and folds.
class SpectrumProgram {
 public:
  // The window multiplies samples in units of the bytes, minus their value at silence; it therefore includes
  // the factor to full scale. Throws std::invalid_argument for an unsupported shape.
  SpectrumProgram(const SpectrumShape& shape, std::span<const float> window);

  const SpectrumShape& shape() const { return shape_; }
  const Program& code() const { return code_; }
  std::size_t input_bytes() const { return 2 * ((shape_.frames() - 1) * shape_.hop + shape_.size()); }
  std::size_t silence_bytes() const { return sizeof(std::complex<float>) * shape_.frames(); }
  std::size_t output_bytes() const { return 3 * sizeof(float) * shape_.size() * shape_.rows; }
  std::size_t memory_bytes() const { return image_.bytes(); }

  struct Addresses {
    std::uint32_t memory, input, silence, output;  // bus addresses, aligned to 64 bytes, input to 2
    bool interrupt = true;
  };
  // What the host writes at `silence`, one per frame: the value of its samples without a signal, such as 127.5
  // for u8, or a mean to be removed.
  static std::complex<float> silence(std::complex<float> counts, bool is_signed);

  // See FftProgram.
  std::vector<ProgramStart> lay_out(std::span<std::byte> memory, const Addresses& addresses) const;

  // The offset of the sum of each bin, lowest frequency first, in floats from the beginning of its row;
  // the maximum is kMaximum, the minimum kMinimum behind it. A row has 3 * size() floats.
  std::span<const std::uint32_t> places() const { return places_; }
  static constexpr std::size_t kMaximum = 16, kMinimum = 32;

 private:
  std::vector<std::uint32_t> uniforms(const Addresses& addresses, std::uint32_t share) const;
  void append_passes(std::vector<std::uint32_t>& uniforms, const Addresses& addresses, std::uint32_t worker) const;
  void append_folder(std::vector<std::uint32_t>& uniforms, const Addresses& addresses) const;
  std::uint32_t row_columns() const;
  void append_whole(std::vector<std::uint32_t>& uniforms, const Addresses& addresses, const WholeMember& member) const;
  void append_fold(std::vector<std::uint32_t>& uniforms, const Addresses& addresses) const;
  Program assemble() const;

  SpectrumShape shape_;
  std::vector<FftPass> passes_;
  std::optional<WholePlan> whole_;   // of frames that stay on the chip
  std::uint32_t workers_, folders_;  // QPUs that transform, and others that fold (folders.qinc)
  Program code_;
  ProgramImage image_;
  std::vector<PassTables> tables_;
  std::size_t window_, uniforms_each_, uniforms_;
  std::vector<std::size_t> buffers_;  // outputs of all passes but the last
  std::vector<std::uint32_t> places_;
};

}  // namespace qpu
