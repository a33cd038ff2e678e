// SPDX-License-Identifier: MIT
#include "qpu/vpm_access.h"

#include <algorithm>

namespace qpu {

VpmAccess VpmAccess::decode(std::uint32_t setup) {
  constexpr std::array kWidths = {8, 16, 32, 32};  // the fourth code is not defined
  VpmAccess access;
  access.width = kWidths[field(setup, 9, 8)];
  access.horizontal = field(setup, 11, 11) != 0;
  access.laned = field(setup, 10, 10) != 0;
  access.address = field(setup, 7, 0);
  access.stride = field(setup, 17, 12) == 0 ? 64 : field(setup, 17, 12);
  return access;
}

void VpmAccess::advance() { address = (address + stride) & ((64u << part_bits(width)) - 1); }

int vectors_of(std::uint32_t setup) {
  const std::uint32_t count = field(setup, 23, 20);
  return count == 0 ? 16 : static_cast<int>(count);
}

VpmRegion VpmRegion::all() {
  VpmRegion region;
  region.columns_.fill(0xffff);
  return region;
}

void VpmRegion::add(const VpmAccess& access) {
  if (access.horizontal && access.width == 32) {
    columns_[access.address & (kVpmRows - 1)] = 0xffff;
    return;
  }
  const VpmLayout layout(access);
  for (int lane = 0; lane < VpmLayout::kVectorLanes; ++lane) add(layout[lane].row, layout[lane].column);
}

void VpmRegion::add(const VpmRegion& other) {
  for (std::size_t row = 0; row < columns_.size(); ++row) columns_[row] |= other.columns_[row];
}

void VpmRegion::keep(const VpmRegion& other) {
  for (std::size_t row = 0; row < columns_.size(); ++row) columns_[row] &= other.columns_[row];
}

bool VpmRegion::meets(const VpmRegion& other) const {
  for (std::size_t row = 0; row < columns_.size(); ++row)
    if ((columns_[row] & other.columns_[row]) != 0) return true;
  return false;
}

bool VpmRegion::empty() const {
  return std::all_of(columns_.begin(), columns_.end(), [](std::uint16_t columns) { return columns == 0; });
}

int VpmRegion::row_without(const VpmRegion& other) const {
  for (std::size_t row = 0; row < columns_.size(); ++row)
    if (columns_[row] != 0 && (columns_[row] & other.columns_[row]) == 0) return static_cast<int>(row);
  return -1;
}

}  // namespace qpu
