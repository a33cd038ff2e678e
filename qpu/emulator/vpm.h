// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "qpu/emulator/lanes.h"
#include "qpu/vpm_access.h"

namespace qpu {

// The part of the VPM that user programs see: 64 rows of 16 words (reference 1.3). Rows and columns beyond wrap (U22).
class Vpm {
 public:
  static constexpr int kRows = kVpmRows, kColumns = kVpmColumns;

  Lanes read(const VpmAccess& access) const;                // sub-words are extended with zeros (U23)
  void write(const VpmAccess& access, const Lanes& value);  // parts that are not reserved stay unchanged
  void reserve(std::uint32_t units);                        // V3D_VPMBASE: units of 256 bytes

  std::uint32_t& word(int row, int column) { return rows_[row & (kRows - 1)][column & (kColumns - 1)]; }
  std::uint32_t word(int row, int column) const { return rows_[row & (kRows - 1)][column & (kColumns - 1)]; }
  bool reserved(int row) const { return (row & (kRows - 1)) < reserved_rows_; }
  std::uint32_t* row(int index) { return rows_[index & (kRows - 1)].data(); }

 private:
  alignas(64) std::array<std::array<std::uint32_t, kColumns>, kRows> rows_{};
  int reserved_rows_ = kRows;
};

// The last writes of a QPU, which may still be on their way (reference H31).
class PostedWrites {
 public:
  void push(const VpmAccess& access, const Lanes& value, Vpm& vpm);  // the oldest of three arrives
  void arrive(Vpm& vpm);

 private:
  struct Write {
    VpmAccess access;
    Lanes value;
  };
  static constexpr std::size_t kMost = 2;
  std::vector<Write> writes_;
};

}  // namespace qpu
