// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace spectrumd {

// The modules of a QR code, without the light margin around them.
struct QrCode {
  std::size_t size = 0;    // modules of a side
  std::vector<bool> dark;  // row by row

  bool is_dark(std::size_t x, std::size_t y) const { return dark[y * size + x]; }
};

// With the lowest level of error correction, as a screen is clean, for the smallest code. Throws std::runtime_error for
// texts that are too long.
QrCode qr_code_of(const std::string& text);

struct QrStyle {
  bool utf8 = true;      // half blocks, two modules a character; else two characters a module
  bool colours = false;  // sets white on black; else the terminal is taken to have light letters on a dark ground
};

// A style for the standard output of this process.
QrStyle style_of_terminal();

// Lines of text, with the margin of four light modules that readers need.
std::string drawn(const QrCode& code, QrStyle style);

}  // namespace spectrumd
