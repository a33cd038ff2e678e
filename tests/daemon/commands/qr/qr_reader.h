// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "daemon/commands/qr/qr_code.h"

namespace spectrumd {

// Reads a QR code as ISO/IEC 18004 has it, written from the standard and not from the encoder: versions 1 to 5 at level
// L, whose codewords are one block. Throws std::runtime_error where the symbol contradicts the standard.
class QrReader {
 public:
  explicit QrReader(const QrCode& code);

  std::vector<std::uint8_t> codewords() const;  // data, then error correction
  std::string text() const;                     // of one segment of bytes

 private:
  bool is_function(std::size_t x, std::size_t y) const;
  bool is_masked(std::size_t x, std::size_t y) const;
  void check_patterns() const;
  unsigned format_bits() const;

  const QrCode& code_;
  std::size_t version_;
  unsigned mask_ = 0;
};

// The remainders of a block at the roots of the generator, of which there are as many as words of error correction: all
// zero for an undamaged block.
std::vector<std::uint8_t> syndromes(const std::vector<std::uint8_t>& block, std::size_t corrections);

}  // namespace spectrumd
