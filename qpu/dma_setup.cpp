// SPDX-License-Identifier: MIT
#include "qpu/dma_setup.h"

namespace qpu {
namespace {

constexpr int or_else(std::uint32_t value, int for_zero) { return value == 0 ? for_zero : static_cast<int>(value); }

// MODEW: 0 words, 2 and 3 halves, 4 to 7 bytes; the low bits say which of a word. 1 is treated as words.
int width_of(std::uint32_t mode) { return mode >= 4 ? 8 : mode >= 2 ? 16 : 32; }
int part_of(std::uint32_t mode) { return static_cast<int>(mode >= 4 ? mode & 3 : mode >= 2 ? mode & 1 : 0); }

}  // namespace

VpmPlace place_of(const DmaElements& first, int index) {
  const int parts = 32 / first.width, place = first.part + index, words = place / parts;
  const int shift = first.width * (place % parts), linear = first.row * kVpmColumns + first.column + words;
  if (first.horizontal) return {linear / kVpmColumns, linear % kVpmColumns, shift};
  return {first.row + words, first.column, shift};
}

void StoreSetup::write(std::uint32_t setup) { (field(setup, 31, 30) == 3 ? stride : basic) = setup; }
int StoreSetup::units() const { return or_else(field(basic, 29, 23), 128); }
int StoreSetup::depth() const { return or_else(field(basic, 22, 16), 128); }
std::uint32_t StoreSetup::gap() const { return field(stride, 15, 0); }  // U15
DmaElements StoreSetup::first() const {
  const std::uint32_t mode = field(basic, 2, 0);
  return {width_of(mode), field(basic, 14, 14) != 0, static_cast<int>(field(basic, 13, 7)),
          static_cast<int>(field(basic, 6, 3)), part_of(mode)};
}

DmaElements StoreSetup::row_begin(int row) const {
  DmaElements begin = first();
  (begin.horizontal ? begin.row : begin.column) += row;
  return begin;
}

void LoadSetup::write(std::uint32_t setup) { (field(setup, 31, 28) == 9 ? pitch : basic) = setup; }
int LoadSetup::rows() const { return or_else(field(basic, 19, 16), 16); }
int LoadSetup::row_length() const { return or_else(field(basic, 23, 20), 16); }
int LoadSetup::vpm_pitch() const { return or_else(field(basic, 15, 12), 16); }
std::uint32_t LoadSetup::memory_pitch() const {
  const std::uint32_t power = field(basic, 27, 24);
  return power == 0 ? field(pitch, 15, 0) : 8u << power;  // U16
}
// VPITCH counts in {Y}, {Y, H} or {Y, B}.
DmaElements LoadSetup::row_begin(int row) const {
  const std::uint32_t mode = field(basic, 30, 28);
  DmaElements first{width_of(mode), field(basic, 11, 11) == 0, static_cast<int>(field(basic, 10, 4)),
                    static_cast<int>(field(basic, 3, 0)), part_of(mode)};
  const int parts = 32 / first.width, place = first.row * parts + first.part + row * vpm_pitch();
  first.row = place / parts;
  first.part = place % parts;
  return first;
}

namespace {

void add_elements(VpmRegion& region, const DmaElements& first, int count) {
  if (first.width == 32 && first.horizontal && first.column + count <= kVpmColumns)
    return region.add_in_row(first.row, first.column, count);
  for (int element = 0; element < count; ++element) {
    const VpmPlace place = place_of(first, element);
    region.add(place.row, place.column);
  }
}

}  // namespace

VpmRegion region_of(const StoreSetup& setup) {
  VpmRegion region;
  for (int unit = 0; unit < setup.units(); ++unit) add_elements(region, setup.row_begin(unit), setup.depth());
  return region;
}

VpmRegion region_of(const LoadSetup& setup) {
  VpmRegion region;
  for (int row = 0; row < setup.rows(); ++row) add_elements(region, setup.row_begin(row), setup.row_length());
  return region;
}

int last_row(const StoreSetup& setup) { return place_of(setup.row_begin(setup.units() - 1), setup.depth() - 1).row; }
int last_row(const LoadSetup& setup) { return place_of(setup.row_begin(setup.rows() - 1), setup.row_length() - 1).row; }

}  // namespace qpu
