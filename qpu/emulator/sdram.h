// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace qpu {

// The memory behind V3D, by bus address. All four aliases (0x0, 0x4, 0x8, 0xC: reference 9.4) reach the same bytes.
// The modelled part begins at `first`; addresses outside do not exist. No caches.
class Sdram {
 public:
  // Owns its memory, initially zero.
  explicit Sdram(std::size_t bytes, std::uint32_t first = 0);
  // Uses other memory, which must outlive this (a mapping shared with an emulated ARM, for instance).
  explicit Sdram(std::span<std::byte> memory, std::uint32_t first = 0);
  Sdram(const Sdram&) = delete;
  Sdram& operator=(const Sdram&) = delete;

  static constexpr std::uint32_t physical(std::uint32_t bus_address) { return bus_address & 0x3fffffff; }

  std::uint32_t first() const noexcept { return first_; }
  std::size_t size() const noexcept { return memory_.size(); }
  bool contains(std::uint32_t bus_address, std::size_t bytes) const noexcept {
    const std::size_t offset = offset_of(bus_address);
    return offset <= memory_.size() && bytes <= memory_.size() - offset;
  }

  // These four require an address for which contains() is true; they do not check it.
  template <typename Value>
  Value get(std::uint32_t bus_address) const noexcept {
    Value value;
    std::memcpy(&value, memory_.data() + offset_of(bus_address), sizeof value);
    return value;
  }
  std::uint32_t load(std::uint32_t bus_address) const noexcept { return get<std::uint32_t>(bus_address); }
  void store(std::uint32_t bus_address, std::uint32_t value) noexcept {
    std::memcpy(memory_.data() + offset_of(bus_address), &value, sizeof value);
  }
  std::byte* at(std::uint32_t bus_address) const noexcept { return memory_.data() + offset_of(bus_address); }

  // A checked view for loaders and tests; throws std::out_of_range with the address and the valid range.
  std::span<std::byte> bytes(std::uint32_t bus_address, std::size_t count) const;

 private:
  // Below first_ it wraps to an offset larger than any memory.
  std::size_t offset_of(std::uint32_t bus_address) const noexcept {
    return std::size_t{physical(bus_address)} - first_;
  }

  std::vector<std::byte> own_;
  std::span<std::byte> memory_;
  std::uint32_t first_;
};

}  // namespace qpu
