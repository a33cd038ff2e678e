// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "qpu/emulator/lanes.h"

namespace qpu {

// Bits of a set-up word, as the reference numbers them.
constexpr std::uint32_t field(std::uint32_t word, int highest, int lowest) {
  return word >> lowest & ((1u << (highest - lowest + 1)) - 1);
}

// A generic set-up of VPM access (reference 6.3, 6.4), which advances by its stride with each vector.
struct VpmAccess {
  int width = 32;  // bits of an element
  bool horizontal = false, laned = false;
  std::uint32_t address = 0, stride = 64;

  static VpmAccess decode(std::uint32_t setup);
  void advance();
};
// How many vectors a read set-up announces.
int vectors_of(std::uint32_t setup);

// The part of the VPM that user programs see: 64 rows of 16 words (reference 1.3). Rows and columns beyond wrap (U22).
class Vpm {
 public:
  static constexpr int kRows = 64, kColumns = 16;

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

// Words of the VPM that a transfer reads or writes: a bit for each column of a row.
class VpmRegion {
 public:
  void add(int row, int column) { columns_[static_cast<std::size_t>(row & (Vpm::kRows - 1))] |= bit(column); }
  void add(const VpmAccess& access);
  bool meets(const VpmRegion& other) const;
  void clear() { columns_ = {}; }

 private:
  static std::uint16_t bit(int column) { return static_cast<std::uint16_t>(1u << (column & (Vpm::kColumns - 1))); }
  std::array<std::uint16_t, Vpm::kRows> columns_{};
};

}  // namespace qpu
