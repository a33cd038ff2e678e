// SPDX-License-Identifier: MIT
#include <cstring>

#include "qpu/preload/access.h"

namespace qpu::preload {

namespace {

struct Prefixes {
  bool half = false;  // 66
  bool wide = false;  // REX.W
  bool any_rex = false;
  unsigned reg_high = 0;
};

class Reader {
 public:
  explicit Reader(const std::uint8_t* code) : start_(code), at_(code) {}

  Prefixes prefixes() {
    Prefixes found;
    for (; *at_ == 0x66 || *at_ == 0x2E || *at_ == 0x3E; ++at_) found.half |= *at_ == 0x66;
    if ((*at_ & 0xF0) != 0x40) return found;
    const std::uint8_t rex = *at_++;
    found.any_rex = true;
    found.wide = rex & 8;
    found.reg_high = (rex & 4u) << 1;
    return found;
  }
  std::uint8_t byte() { return *at_++; }
  std::uint64_t immediate(unsigned bytes) {
    std::uint64_t value = 0;
    std::memcpy(&value, at_, bytes);
    at_ += bytes;
    return value;
  }
  // Skips the addressing bytes; returns the register or opcode extension among them. nullopt without a memory operand.
  std::optional<unsigned> modrm() {
    const unsigned modrm = *at_++, mode = modrm >> 6, rm = modrm & 7;
    if (mode == 3) return std::nullopt;
    unsigned displacement = mode == 1 ? 1 : mode == 2 ? 4 : 0;
    if (rm == 4) {
      const unsigned sib_base = *at_++ & 7u;
      if (mode == 0 && sib_base == 5) displacement = 4;
    } else if (mode == 0 && rm == 5) {
      displacement = 4;
    }
    at_ += displacement;
    return modrm >> 3 & 7;
  }
  unsigned length() const { return static_cast<unsigned>(at_ - start_); }

 private:
  const std::uint8_t* start_;
  const std::uint8_t* at_;
};

constexpr unsigned kFirstHighByte = 4;  // without REX, registers 4 to 7 of a byte are ah to bh

struct Form {
  Access::Kind kind;
  unsigned width;        // 0: given by the prefixes
  bool extends = false;  // to the width given by the prefixes
  bool sign_extends = false;
};

std::optional<Form> one_byte_form(std::uint8_t opcode) {
  switch (opcode) {
    case 0x88:
      return Form{Access::Kind::Store, 1};
    case 0x89:
      return Form{Access::Kind::Store, 0};
    case 0x8A:
      return Form{Access::Kind::Load, 1};
    case 0x8B:
      return Form{Access::Kind::Load, 0};
    case 0x63:
      return Form{Access::Kind::Load, 4, true, true};
    case 0xC6:
      return Form{Access::Kind::StoreImmediate, 1};
    case 0xC7:
      return Form{Access::Kind::StoreImmediate, 0};
    default:
      return std::nullopt;
  }
}

std::optional<Form> two_byte_form(std::uint8_t opcode) {
  switch (opcode) {
    case 0xB6:
      return Form{Access::Kind::Load, 1, true};
    case 0xB7:
      return Form{Access::Kind::Load, 2, true};
    case 0xBE:
      return Form{Access::Kind::Load, 1, true, true};
    case 0xBF:
      return Form{Access::Kind::Load, 2, true, true};
    case 0xC3:
      return Form{Access::Kind::Store, 0};  // movnti
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Access> decode_x86_64(const std::uint8_t* code) {
  Reader reader(code);
  const Prefixes prefixes = reader.prefixes();
  const std::uint8_t opcode = reader.byte();
  const std::optional<Form> form = opcode == 0x0F ? two_byte_form(reader.byte()) : one_byte_form(opcode);
  if (!form) return std::nullopt;
  const std::optional<unsigned> reg = reader.modrm();
  if (!reg) return std::nullopt;
  const unsigned operand = prefixes.wide ? 8 : prefixes.half ? 2 : 4;
  Access access{.kind = form->kind, .width = form->width ? form->width : operand};
  access.sign_extends = form->sign_extends;
  access.register_width = form->extends ? operand : access.width;
  access.which[0] = static_cast<std::uint8_t>(*reg | prefixes.reg_high);
  const bool names_byte = form->kind != Access::Kind::StoreImmediate && access.width == 1 && !form->extends;
  if (names_byte && !prefixes.any_rex && *reg >= kFirstHighByte) return std::nullopt;
  if (form->kind == Access::Kind::StoreImmediate) {
    const unsigned bytes = access.width == 8 ? 4 : access.width;
    access.immediate = reader.immediate(bytes);
    if (access.width == 8) access.immediate = static_cast<std::uint64_t>(static_cast<std::int32_t>(access.immediate));
  }
  access.length = reader.length();
  return access;
}

}  // namespace qpu::preload
