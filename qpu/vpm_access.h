// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

namespace qpu {

inline constexpr int kVpmRows = 64, kVpmColumns = 16;  // what user programs see (reference 1.3)

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
  friend bool operator==(const VpmAccess&, const VpmAccess&) = default;
};
// How many vectors a read set-up announces.
int vectors_of(std::uint32_t setup);

// How many bits of ADDR name the part of a word: {.., H} for halves, {.., B[1:0]} for bytes.
constexpr int part_bits(int width) { return width == 32 ? 0 : width == 16 ? 1 : 2; }

// Where the lanes of a vector are (the table of reference 6.1).
struct VpmPlace {
  int row, column, shift;
};
class VpmLayout {
 public:
  explicit VpmLayout(const VpmAccess& access)  // which must outlive this
      : access_(access),
        parts_(1 << part_bits(access.width)),
        part_(static_cast<int>(access.address) & (parts_ - 1)),
        block_(static_cast<int>(access.address >> part_bits(access.width))) {}

  VpmPlace operator[](int lane) const {
    const bool packed = !access_.laned && parts_ > 1;
    const int along = packed ? kVectorLanes / parts_ * part_ + lane / parts_ : lane;
    const int shift = access_.width * (packed ? lane % parts_ : part_);
    if (access_.horizontal) return {block_, along, shift};
    return {(block_ & 0x30) + along, block_ & 15, shift};
  }

  static constexpr int kVectorLanes = 16;

 private:
  const VpmAccess& access_;
  int parts_, part_, block_;
};

// Words of the VPM: a bit for each column of a row. Rows and columns beyond wrap (U22).
class VpmRegion {
 public:
  static VpmRegion all();
  void add(int row, int column) { columns_[static_cast<std::size_t>(row & (kVpmRows - 1))] |= bit(column); }
  void add_in_row(int row, int column, int count) {  // not beyond the end of the row
    columns_[static_cast<std::size_t>(row & (kVpmRows - 1))] |=
        static_cast<std::uint16_t>(((1u << count) - 1) << column);
  }
  void add(const VpmAccess& access);
  void add(const VpmRegion& other);
  void keep(const VpmRegion& other);  // only what is in both
  void clear() { columns_ = {}; }
  bool meets(const VpmRegion& other) const;
  bool empty() const;
  // The first row of which this has words and the other has none; -1: there is none.
  int row_without(const VpmRegion& other) const;
  friend bool operator==(const VpmRegion&, const VpmRegion&) = default;

 private:
  static std::uint16_t bit(int column) { return static_cast<std::uint16_t>(1u << (column & (kVpmColumns - 1))); }
  std::array<std::uint16_t, kVpmRows> columns_{};
};

}  // namespace qpu
