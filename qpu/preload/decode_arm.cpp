// SPDX-License-Identifier: MIT
#include "qpu/preload/access.h"

namespace qpu::preload {

namespace {

constexpr bool bit(std::uint32_t word, int index) { return word >> index & 1; }
constexpr std::uint8_t reg(std::uint32_t word, int low) { return static_cast<std::uint8_t>(field(word, low + 3, low)); }

Access plain(bool load, unsigned width, std::uint8_t target, unsigned length) {
  Access access{.kind = load ? Access::Kind::Load : Access::Kind::Store, .length = length, .width = width};
  access.which[0] = target;
  return access;
}

void change_base(Access& access, std::uint8_t base, bool up, std::uint32_t by) {
  access.base = base;
  access.base_change = up ? by : -std::int64_t{by};
}

// ldr, str, ldrb, strb with an immediate or a shifted register. A register offset with write-back is not supported:
// compilers use it on volatile memory only with constants.
std::optional<Access> word_or_byte(std::uint32_t instruction) {
  const bool by_register = bit(instruction, 25);
  if (by_register && bit(instruction, 4)) return std::nullopt;
  const bool indexed_first = bit(instruction, 24), writes_back = bit(instruction, 21) || !indexed_first;
  if (by_register && writes_back) return std::nullopt;
  Access access = plain(bit(instruction, 20), bit(instruction, 22) ? 1 : 4, reg(instruction, 12), 4);
  if (writes_back) change_base(access, reg(instruction, 16), bit(instruction, 23), field(instruction, 11, 0));
  return access;
}

// ldrh, strh, ldrsb, ldrsh, ldrd, strd.
std::optional<Access> extra(std::uint32_t instruction) {
  const std::uint32_t operation = field(instruction, 6, 5);
  const bool load_bit = bit(instruction, 20), by_immediate = bit(instruction, 22);
  const bool writes_back = bit(instruction, 21) || !bit(instruction, 24);
  if (operation == 0 || (writes_back && !by_immediate)) return std::nullopt;
  const bool is_double = !load_bit && operation >= 2;
  Access access = plain(load_bit || operation == 2, 2, reg(instruction, 12), 4);
  if (is_double) {
    access.width = 4;
    access.registers = 2;
    access.which[1] = static_cast<std::uint8_t>(access.which[0] + 1);
  } else if (load_bit && operation >= 2) {
    access.sign_extends = true;
    access.width = operation == 2 ? 1 : 2;
  }
  if (writes_back)
    change_base(access, reg(instruction, 16), bit(instruction, 23),
                field(instruction, 11, 8) << 4 | field(instruction, 3, 0));
  return access;
}

// ldm, stm: the trap is at the lowest address only if that is in the register page; anything else is not plain.
std::optional<Access> multiple(std::uint32_t list, bool load, std::uint8_t base, bool up, bool writes_back,
                               unsigned length) {
  Access access{.kind = load ? Access::Kind::Load : Access::Kind::Store, .length = length};
  access.registers = 0;
  for (std::uint8_t index = 0; index < 16; ++index)
    if (list >> index & 1) access.which[access.registers++] = index;
  if (access.registers == 0) return std::nullopt;
  if (writes_back) change_base(access, base, up, 4 * access.registers);
  return access;
}

std::optional<Access> thumb_16(std::uint16_t code) {
  const auto low = [code](int at) { return static_cast<std::uint8_t>(field(code, at + 2, at)); };
  switch (code >> 11) {
    case 0b01100:
      return plain(false, 4, low(0), 2);
    case 0b01101:
      return plain(true, 4, low(0), 2);
    case 0b01110:
      return plain(false, 1, low(0), 2);
    case 0b01111:
      return plain(true, 1, low(0), 2);
    case 0b10000:
      return plain(false, 2, low(0), 2);
    case 0b10001:
      return plain(true, 2, low(0), 2);
    case 0b10010:
      return plain(false, 4, low(8), 2);
    case 0b10011:
      return plain(true, 4, low(8), 2);
    case 0b11000:
      return multiple(field(code, 7, 0), false, low(8), true, true, 2);
    case 0b11001:
      return multiple(field(code, 7, 0), true, low(8), true, !bit(code, low(8)), 2);
    default:
      break;
  }
  if (code >> 12 != 0b0101) return std::nullopt;
  struct Form {
    bool load;
    unsigned width;
    bool sign;
  };
  constexpr Form kForms[] = {{false, 4, false}, {false, 2, false}, {false, 1, false}, {true, 1, true},
                             {true, 4, false},  {true, 2, false},  {true, 1, false},  {true, 2, true}};
  const Form form = kForms[field(code, 11, 9)];
  Access access = plain(form.load, form.width, low(0), 2);
  access.sign_extends = form.sign;
  return access;
}

// ldr.w and relatives.
std::optional<Access> thumb_single(std::uint16_t first, std::uint16_t second) {
  const std::uint32_t size = field(first, 6, 5);
  if (size == 3) return std::nullopt;
  Access access = plain(bit(first, 4), 1u << size, reg(second, 12), 4);
  access.sign_extends = bit(first, 8);
  const bool long_offset = bit(first, 7), by_immediate = bit(second, 11);
  if (!long_offset && by_immediate && bit(second, 8))
    change_base(access, reg(first, 0), bit(second, 9), field(second, 7, 0));
  return access;
}

std::optional<Access> thumb_double(std::uint16_t first, std::uint16_t second) {
  Access access = plain(bit(first, 4), 4, reg(second, 12), 4);
  access.registers = 2;
  access.which[1] = reg(second, 8);
  if (bit(first, 5)) change_base(access, reg(first, 0), bit(first, 7), field(second, 7, 0) * 4);
  return access;
}

}  // namespace

std::optional<Access> decode_arm(std::uint32_t instruction) {
  switch (field(instruction, 27, 25)) {
    case 0b010:
    case 0b011:
      return word_or_byte(instruction);
    case 0b000:
      return bit(instruction, 7) && bit(instruction, 4) ? extra(instruction) : std::nullopt;
    case 0b100:
      return multiple(field(instruction, 15, 0), bit(instruction, 20), reg(instruction, 16), bit(instruction, 23),
                      bit(instruction, 21), 4);
    default:
      return std::nullopt;
  }
}

std::optional<Access> decode_thumb(std::uint16_t first, std::uint16_t second) {
  if (first >> 11 < 0b11101) return thumb_16(first);
  if ((first & 0xFE00) == 0xF800) return thumb_single(first, second);
  const bool indexed = bit(first, 8) || bit(first, 5);
  if ((first & 0xFE40) == 0xE840 && indexed) return thumb_double(first, second);
  if ((first & 0xFE40) == 0xE800)
    return multiple(second, bit(first, 4), reg(first, 0), bit(first, 7), bit(first, 5), 4);
  return std::nullopt;
}

}  // namespace qpu::preload
