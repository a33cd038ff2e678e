// SPDX-License-Identifier: MIT
#include "qpu/preload/perform.h"

#include "qpu/preload/registers.h"

namespace qpu::preload {

namespace {

constexpr std::uint32_t kWord = 4;

std::uint64_t low_bits(std::uint64_t value, unsigned bytes) {
  return bytes >= 8 ? value : value & ((std::uint64_t{1} << (8 * bytes)) - 1);
}

std::uint64_t extended(std::uint64_t value, const Access& access) {
  const unsigned bits = 8 * access.width;
  if (access.sign_extends && bits < 64 && value >> (bits - 1) & 1) value |= ~std::uint64_t{0} << bits;
  return low_bits(value, access.register_width);
}

// The bus transfers words: smaller accesses use a part of one, larger ones two.
std::uint64_t load(std::uint32_t offset, unsigned width) {
  if (width > kWord) return load(offset, kWord) | load(offset + kWord, kWord) << 32;
  return low_bits(read_register(offset & ~3u) >> (8 * (offset & 3)), width);
}

void store(std::uint32_t offset, unsigned width, std::uint64_t value) {
  write_register(offset & ~3u, static_cast<std::uint32_t>(low_bits(value, width) << (8 * (offset & 3))));
  if (width > kWord) store(offset + kWord, kWord, value >> 32);
}

}  // namespace

void perform(const Access& access, std::uint32_t offset, TrappedContext context) {
  for (unsigned index = 0; index < access.registers; ++index, offset += access.width) {
    const std::uint8_t which = access.which[index];
    switch (access.kind) {
      case Access::Kind::Load:
        context.set(which, extended(load(offset, access.width), access), access.register_width);
        break;
      case Access::Kind::Store:
        store(offset, access.width, context.value(which));
        break;
      case Access::Kind::StoreImmediate:
        store(offset, access.width, access.immediate);
        break;
    }
  }
  if (access.base) context.change_base(*access.base, access.base_change);
  context.go_past(access.length);
}

}  // namespace qpu::preload
