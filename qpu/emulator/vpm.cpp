// SPDX-License-Identifier: MIT
#include "qpu/emulator/vpm.h"

#include <algorithm>
#include <cstring>

namespace qpu {
namespace {

bool is_row(const VpmAccess& access) { return access.horizontal && access.width == 32; }

constexpr std::uint32_t mask_of(int width) { return width == 32 ? ~0u : (1u << width) - 1; }

}  // namespace

Lanes Vpm::read(const VpmAccess& access) const {
  Lanes result;
  if (is_row(access)) {
    std::memcpy(result.lane, rows_[access.address & (kRows - 1)].data(), sizeof result.lane);
    return result;
  }
  const VpmLayout layout(access);
  for (int lane = 0; lane < kLanes; ++lane) {
    const VpmPlace place = layout[lane];
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
  const VpmLayout layout(access);
  const std::uint32_t mask = mask_of(access.width);
  for (int lane = 0; lane < kLanes; ++lane) {
    const VpmPlace place = layout[lane];
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

void Vpm::reserve(std::uint32_t units) {
  constexpr std::uint32_t kRowsPerUnit = 4;
  reserved_rows_ = static_cast<int>(std::min<std::uint32_t>(units * kRowsPerUnit, kRows));
}

}  // namespace qpu
