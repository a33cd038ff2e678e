// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "qpu/vpm_access.h"

namespace qpu {

// The part of a VPM address that the DMA engines count in: elements of 32, 16 or 8 bits, those of a word from its least
// significant end (packed, U41), along a row or down a column.
struct DmaElements {
  int width = 32;
  bool horizontal = true;
  int row = 0, column = 0;
  int part = 0;  // of the first word: which half or byte
};

// Element number `index`, counted from the first: along rows and on into the next one, or down a column.
VpmPlace place_of(const DmaElements& first, int index);

// VPM to memory (reference 6.5), from the two set-up words of a QPU.
struct StoreSetup {
  std::uint32_t basic = 0, stride = 0;

  void write(std::uint32_t setup);  // either kind
  int units() const, depth() const;
  std::uint32_t gap() const;
  DmaElements first() const;
  // Row u of a store begins in the next row or column of the VPM. Block mode would pack rows one behind the other by
  // the manual; programs proven on the chip set it with every store and need it to have no effect (reference 6.5).
  DmaElements row_begin(int row) const;
};

// Memory to VPM (reference 6.6).
struct LoadSetup {
  std::uint32_t basic = 0, pitch = 0;

  void write(std::uint32_t setup);
  int rows() const, row_length() const, vpm_pitch() const;
  std::uint32_t memory_pitch() const;
  DmaElements row_begin(int row) const;
};

// The words of the VPM that a transfer touches.
VpmRegion region_of(const StoreSetup& setup);
VpmRegion region_of(const LoadSetup& setup);
int last_row(const StoreSetup& setup);
int last_row(const LoadSetup& setup);

}  // namespace qpu
