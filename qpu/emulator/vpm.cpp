// SPDX-License-Identifier: MIT
#include "qpu/emulator/vpm.h"

#include <algorithm>
#include <cstring>

namespace qpu {
namespace {

// How many bits of ADDR name the part of a word: {.., H} for halves, {.., B[1:0]} for bytes.
constexpr int part_bits(int width) { return width == 32 ? 0 : width == 16 ? 1 : 2; }

struct Place {
  int row, column, shift;
};

// Where lane i of a vector is (the table of reference 6.1).
class Layout {
 public:
  explicit Layout(const VpmAccess& access)
      : access_(access),
        parts_(1 << part_bits(access.width)),
        part_(static_cast<int>(access.address) & (parts_ - 1)),
        block_(static_cast<int>(access.address >> part_bits(access.width))) {}

  Place operator[](int lane) const {
    const bool packed = !access_.laned && parts_ > 1;
    const int along = packed ? kLanes / parts_ * part_ + lane / parts_ : lane;
    const int shift = access_.width * (packed ? lane % parts_ : part_);
    if (access_.horizontal) return {block_, along, shift};
    return {(block_ & 0x30) + along, block_ & 15, shift};
  }

 private:
  const VpmAccess& access_;
  int parts_, part_, block_;
};

bool is_row(const VpmAccess& access) { return access.horizontal && access.width == 32; }

constexpr std::uint32_t mask_of(int width) { return width == 32 ? ~0u : (1u << width) - 1; }

}  // namespace

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

Lanes Vpm::read(const VpmAccess& access) const {
  Lanes result;
  if (is_row(access)) {
    std::memcpy(result.lane, rows_[access.address & (kRows - 1)].data(), sizeof result.lane);
    return result;
  }
  const Layout layout(access);
  for (int lane = 0; lane < kLanes; ++lane) {
    const Place place = layout[lane];
    result[lane] = word(place.row, place.column) >> place.shift & mask_of(access.width);
  }
  return result;
}

void Vpm::write(const VpmAccess& access, const Lanes& value) {
  if (is_row(access)) {
    if (reserved(static_cast<int>(access.address)))
      std::memcpy(rows_[access.address & (kRows - 1)].data(), value.lane, sizeof value.lane);
    return;
  }
  const Layout layout(access);
  const std::uint32_t mask = mask_of(access.width);
  for (int lane = 0; lane < kLanes; ++lane) {
    const Place place = layout[lane];
    if (!reserved(place.row)) continue;
    std::uint32_t& target = word(place.row, place.column);
    target = (target & ~(mask << place.shift)) | (value[lane] & mask) << place.shift;
  }
}

void PostedWrites::push(const VpmAccess& access, const Lanes& value, Vpm& vpm) {
  writes_.push_back({access, value});
  if (writes_.size() <= kMost) return;
  vpm.write(writes_.front().access, writes_.front().value);
  writes_.erase(writes_.begin());
}

void PostedWrites::arrive(Vpm& vpm) {
  for (const Write& write : writes_) vpm.write(write.access, write.value);
  writes_.clear();
}

void VpmRegion::add(const VpmAccess& access) {
  const Layout layout(access);
  for (int lane = 0; lane < kLanes; ++lane) add(layout[lane].row, layout[lane].column);
}

bool VpmRegion::meets(const VpmRegion& other) const {
  for (std::size_t row = 0; row < columns_.size(); ++row)
    if ((columns_[row] & other.columns_[row]) != 0) return true;
  return false;
}

void Vpm::reserve(std::uint32_t units) {
  constexpr std::uint32_t kRowsPerUnit = 4;
  reserved_rows_ = static_cast<int>(std::min<std::uint32_t>(units * kRowsPerUnit, kRows));
}

}  // namespace qpu
