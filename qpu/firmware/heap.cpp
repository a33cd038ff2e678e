// SPDX-License-Identifier: MIT
#include "qpu/firmware/heap.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace qpu {

namespace {

constexpr std::uint32_t kZero = 1 << 4, kNoInit = 1 << 5;
constexpr std::uint32_t kSmallestPiece = 4096;

// The two bits of caching in the flags choose the alias (reference 9.4; U38 for COHERENT, the third).
constexpr std::uint32_t alias_of(std::uint32_t flags) {
  constexpr std::uint32_t kAliases[] = {0x0000'0000, 0xC000'0000, 0x8000'0000, 0x4000'0000};
  return kAliases[flags >> 2 & 3];
}

std::uint64_t rounded_up(std::uint64_t value, std::uint64_t to) { return (value + to - 1) / to * to; }

}  // namespace

// First fit. 0: no room.
std::uint32_t Heap::place_for(std::uint32_t bytes, std::uint32_t alignment) const {
  std::vector<const Piece*> taken;
  for (const auto& [handle, piece] : pieces_) taken.push_back(&piece);
  std::ranges::sort(taken, {}, &Piece::address);
  std::uint64_t start = rounded_up(first_, alignment);
  for (const Piece* piece : taken) {
    if (start + bytes <= piece->address) break;
    start = std::max(start, rounded_up(piece->address + std::uint64_t{piece->bytes}, alignment));
  }
  return start + bytes <= std::uint64_t{first_} + bytes_ ? static_cast<std::uint32_t>(start) : 0;
}

void Heap::fill(const Piece& piece) {
  if (piece.flags & kNoInit) return;
  std::ranges::fill(memory_.bytes(piece.address, piece.bytes), piece.flags & kZero ? std::byte{0} : std::byte{0xFF});
}

std::uint32_t Heap::allocate(std::uint32_t bytes, std::uint32_t alignment, std::uint32_t flags) {
  alignment = std::max(alignment, kSmallestPiece);
  if (bytes == 0 || bytes > bytes_ || !std::has_single_bit(alignment)) return 0;
  const auto size = static_cast<std::uint32_t>(rounded_up(bytes, kSmallestPiece));
  const std::uint32_t place = place_for(size, alignment);
  if (place == 0) return 0;
  fill(pieces_[++last_handle_] = {place, size, flags});
  return last_handle_;
}

std::uint32_t Heap::lock(std::uint32_t handle) {
  const auto piece = pieces_.find(handle);
  if (piece == pieces_.end()) return 0;
  ++piece->second.locks;
  return piece->second.address | alias_of(piece->second.flags);
}

bool Heap::unlock(std::uint32_t handle) {
  const auto piece = pieces_.find(handle);
  if (piece == pieces_.end() || piece->second.locks == 0) return false;
  --piece->second.locks;
  return true;
}

bool Heap::release(std::uint32_t handle) { return pieces_.erase(handle) == 1; }

}  // namespace qpu
