// SPDX-License-Identifier: MIT
#include "tests/qpu/emulator/plain_qpu.h"

#include <cstring>

namespace {

using u32 = std::uint32_t;
using i32 = std::int32_t;
using u64 = std::uint64_t;
using i64 = std::int64_t;

u32 bits(u64 word, int high, int low) { return u32(word >> low) & u32((u64(1) << (high - low + 1)) - 1); }

// --- floats: sign, exponent, 24 bits ------------------------------------------------------------------------------

struct Real {
  bool negative;
  int exponent;   // of the least significant bit
  u64 magnitude;  // 0: nothing
};

Real real_of(u32 x) {
  const int e = int(x >> 23 & 255);
  if (e == 0) return {false, 0, 0};
  return {(x >> 31) != 0, e - 150, (x & 0x7fffff) | 0x800000};
}

// Cut to 24 bits.
u32 pattern_of(Real v) {
  if (v.magnitude == 0) return 0;
  while (v.magnitude >= (u64(1) << 24)) v.magnitude >>= 1, ++v.exponent;
  while (v.magnitude < (u64(1) << 23)) v.magnitude <<= 1, --v.exponent;
  const int e = v.exponent + 150;
  const u32 sign = v.negative ? 0x80000000u : 0;
  if (e <= 0) return 0;
  if (e >= 255) return sign | 0x7f800000u;
  return sign | u32(e) << 23 | (u32(v.magnitude) & 0x7fffff);
}

u32 fadd(u32 x, u32 y) {
  if ((y >> 23 & 255) == 255) return (y & 0x80000000u) | 0x7f800000u;
  if ((x >> 23 & 255) == 255) return (x & 0x80000000u) | 0x7f800000u;
  Real p = real_of(x), q = real_of(y);
  if (p.magnitude == 0) return pattern_of(q);
  if (q.magnitude == 0) return pattern_of(p);
  if (p.exponent < q.exponent || (p.exponent == q.exponent && p.magnitude < q.magnitude)) {
    const Real t = p;
    p = q;
    q = t;
  }
  const int apart = p.exponent - q.exponent;
  p.magnitude <<= 32;
  p.exponent -= 32;
  u64 small = q.magnitude << 32;
  bool lost = false;
  if (apart >= 60) {
    lost = true;
    small = 0;
  } else {
    lost = apart != 0 && (small & ((u64(1) << apart) - 1)) != 0;
    small >>= apart;
  }
  if (p.negative == q.negative)
    p.magnitude += small;
  else
    p.magnitude -= small + (lost ? 1 : 0);
  return pattern_of(p);
}

u32 fmul(u32 x, u32 y) {
  if ((x >> 23 & 255) == 0 || (y >> 23 & 255) == 0) return 0;
  const u32 sign = (x ^ y) & 0x80000000u;
  if ((x >> 23 & 255) == 255 || (y >> 23 & 255) == 255) return sign | 0x7f800000u;
  const Real p = real_of(x), q = real_of(y);
  return pattern_of({sign != 0, p.exponent + q.exponent, p.magnitude * q.magnitude});
}

bool greater(u32 x, u32 y) {
  const i64 p = (x >> 31) != 0 ? -i64(x & 0x7fffffffu) : i64(x);
  const i64 q = (y >> 31) != 0 ? -i64(y & 0x7fffffffu) : i64(y);
  return p > q;
}

u32 ftoi(u32 x) {
  const int e = int(x >> 23 & 255);
  if (e < 127) return 0;
  if (x == 0xcf000000u) return 0x80000000u;
  if (e > 157) return 0;
  const u64 value = (u64((x & 0x7fffff) | 0x800000) << 8) >> (158 - e);
  return (x >> 31) != 0 ? u32(0) - u32(value) : u32(value);
}

u32 itof(u32 x) {
  const bool negative = (x >> 31) != 0;
  return pattern_of({negative, 0, negative ? u64(u32(0) - x) : u64(x)});
}

// --- operations ---------------------------------------------------------------------------------------------------

struct Answer {
  u32 value;
  bool carry;
};

u32 bytewise(u32 x, u32 y, int what) {
  u32 result = 0;
  for (int shift = 0; shift < 32; shift += 8) {
    const int p = int(x >> shift & 255), q = int(y >> shift & 255);
    int v = 0;
    if (what == 3) v = (p * q + 127) / 255;
    if (what == 4) v = p < q ? p : q;
    if (what == 5) v = p < q ? q : p;
    if (what == 6) v = p + q > 255 ? 255 : p + q;
    if (what == 7) v = p - q < 0 ? 0 : p - q;
    result |= u32(v) << shift;
  }
  return result;
}

Answer add_alu(u32 op, u32 x, u32 y) {
  const u32 s = y & 31;
  switch (op) {
    case 1: {
      const u32 v = fadd(x, y);
      return {v, v != 0 && (v >> 31) == 0};
    }
    case 2: {
      const u32 v = fadd(x, y ^ 0x80000000u);
      return {v, v != 0 && (v >> 31) == 0};
    }
    case 3:
      return {greater(x, y) ? y : x, greater(x, y)};
    case 4:
      return {greater(x, y) ? x : y, greater(x, y)};
    case 5:
      return add_alu(3, x & 0x7fffffffu, y & 0x7fffffffu);
    case 6:
      return add_alu(4, x & 0x7fffffffu, y & 0x7fffffffu);
    case 7:
      return {ftoi(x), false};
    case 8:
      return {itof(x), i32(x) > 0};
    case 12:
      return {x + y, u64(x) + y > 0xffffffffu};
    case 13:
      return {x - y, x < y};
    case 14:
      return {x >> s, s != 0 && (x >> (s - 1) & 1) != 0};
    case 15:
      return {u32(i64(i32(x)) >> s), s != 0 && (x >> (s - 1) & 1) != 0};
    case 16:
      return {u32((u64(x) << 32 | x) >> s), false};
    case 17:
      return {x << s, s != 0 && (x >> (32 - s) & 1) != 0};
    case 18:
      return {i32(x) > i32(y) ? y : x, i32(x) > i32(y)};
    case 19:
      return {i32(x) > i32(y) ? x : y, i32(x) > i32(y)};
    case 20:
      return {x & y, false};
    case 21:
      return {x | y, false};
    case 22:
      return {x ^ y, false};
    case 23:
      return {~x, false};
    case 24: {
      u32 zeros = 0;
      while (zeros < 32 && (x >> (31 - zeros) & 1) == 0) ++zeros;
      return {zeros, false};
    }
    case 30:
      return {bytewise(x, y, 6), false};
    default:
      return {bytewise(x, y, 7), false};
  }
}

Answer mul_alu(u32 op, u32 x, u32 y) {
  if (op == 1) return {fmul(x, y), false};
  if (op == 2) {
    const u64 product = u64(x & 0xffffff) * (y & 0xffffff);
    return {u32(product), product > 0xffffff};
  }
  return {bytewise(x, y, int(op)), false};
}

// --- packs --------------------------------------------------------------------------------------------------------

u32 half_from_float(u32 x) {
  const u32 sign = x >> 31 << 15;
  const int e = int(x >> 23 & 255) - 112;
  if (e + 112 == 255) return sign | 0x7c00;
  u32 mantissa = (x & 0x7fffff) | 0x800000;
  mantissa = (mantissa + 0x1000) >> 13;
  int exponent = e;
  if (mantissa == 0x800) mantissa = 0x400, ++exponent;
  if (exponent <= 0) return 0;
  if (exponent > 30) return sign | 0x7c00;
  return sign | u32(exponent) << 10 | (mantissa & 0x3ff);
}

u32 unpack(u32 mode, bool as_float, u32 x) {
  if (mode == 1 || mode == 2) {
    const u32 h = mode == 1 ? x & 0xffff : x >> 16;
    if (!as_float) return (h & 0x8000) != 0 ? h | 0xffff0000u : h;
    const u32 e = h >> 10 & 31, m = (h & 0x3ff) << 13, sign = (h & 0x8000) << 16;
    return sign | (e == 0 ? 0 : e == 31 ? 255u << 23 : (e + 112) << 23) | m;
  }
  if (mode == 3) return (x >> 24) << 24 | (x >> 24) << 16 | (x >> 24) << 8 | x >> 24;
  if (mode < 4) return x;
  const u32 byte = x >> (8 * (mode - 4)) & 255;
  if (!as_float || byte == 0) return byte;
  // byte / 255 to 24 bits, cut
  int exponent = 0;
  u64 numerator = byte;
  while (numerator / 255 < (u64(1) << 23)) numerator <<= 1, --exponent;
  return pattern_of({false, exponent, numerator / 255});
}

u32 clamp(i64 v, i64 low, i64 high) { return u32(v < low ? low : v > high ? high : v); }

struct Source {
  u32 op;  // of ADD, 0 if it is MUL's
  bool is_float;
  u32 x, y, value;
  bool carry;
};

u32 pack(u32 mode, const Source& s, u32 old) {
  if (mode == 0) return s.value;
  const i64 exact = s.op == 12 ? i64(i32(s.x)) + i32(s.y) : s.op == 13 ? i64(i32(s.x)) - i32(s.y) : i64(i32(s.value));
  const bool over = exact != i64(i32(s.value));
  const u32 limit = s.carry ? 0x80000000u : 0x7fffffffu;
  if (mode == 8) return over ? limit : s.value;
  const bool saturating = mode >= 8;
  const u32 where = mode & 7;
  if (where == 1 || where == 2) {
    u32 half = 0;
    if (s.is_float)
      half = half_from_float(s.value);
    else if (!over)
      half = saturating ? clamp(i32(s.value), -32768, 32767) & 0xffff : s.value & 0xffff;
    else if (!saturating)
      half = s.carry ? 0x8000 : 0x7fff;
    else if (s.op == 13)
      half = clamp(i32(limit), -32768, 32767) & 0xffff;
    else if (s.x == s.y && (s.x == 0x80000000u || s.x == 0x7fffffffu))
      half = s.x == 0x80000000u ? 0x8000 : 0x7fff;
    return where == 1 ? (old & 0xffff0000u) | half : (old & 0xffff) | half << 16;
  }
  u32 byte = 0;
  if (!over)
    byte = saturating ? clamp(i32(s.value), 0, 255) : s.value & 255;
  else if (!saturating)
    byte = limit & 255;
  else if (s.op == 13)
    byte = clamp(i32(limit), 0, 255);
  if (where == 3) return byte | byte << 8 | byte << 16 | byte << 24;
  const u32 shift = 8 * (where - 4);
  return (old & ~(255u << shift)) | byte << shift;
}

u32 colour(u32 mode, u32 x, u32 old) {
  if (mode != 3 && (mode < 4 || mode > 7)) return x;
  u32 byte = 0;
  if ((x >> 31) == 0 && (x & 0x7fffffffu) <= 0x7f800000u) {
    if (x >= 0x3f800000u) {
      byte = 255;
    } else {
      const int e = int(x >> 23 & 255);
      const u64 m = (e == 0 ? 0 : 0x800000u) | (x & 0x7fffff);
      const int shift = 150 - (e == 0 ? 1 : e);
      const u64 scaled = m * 255;
      byte = shift > 40 ? 0 : u32((scaled + (u64(1) << (shift - 1))) >> shift);
    }
  }
  if (mode == 3) return byte * 0x01010101u;
  const u32 at = 8 * (mode - 4);
  return (old & ~(255u << at)) | byte << at;
}

bool holds(u32 condition, bool z, bool n, bool c) {
  const bool all[8] = {false, true, z, !z, n, !n, c, !c};
  return all[condition];
}

u32 small_immediate(u32 code) {
  if (code < 16) return code;
  if (code < 32) return code - 32;
  if (code < 40) return (127 + code - 32) << 23;
  if (code < 48) return (127 - 8 + code - 40) << 23;
  return code == 48 ? u32(-16) : code - 64;
}

}  // namespace

void PlainQpu::execute(u64 word) {
  const u32 sig = bits(word, 63, 60), pm = bits(word, 56, 56), pack_mode = bits(word, 55, 52);
  const u32 cond[2] = {bits(word, 51, 49), bits(word, 48, 46)}, to[2] = {bits(word, 43, 38), bits(word, 37, 32)};
  const bool sf = bits(word, 45, 45) != 0, ws = bits(word, 44, 44) != 0;
  u32 result[2][16] = {}, x[16] = {}, y[16] = {};
  bool carry[2][16] = {};
  u32 op_add = 0, op_mul = 0;
  bool writes[2] = {true, true};
  const bool load = sig == 14;

  if (load) {
    for (int i = 0; i < 16; ++i) {
      const u32 mode = bits(word, 59, 57), low = u32(word) >> i & 1, high = u32(word) >> (16 + i) & 1;
      u32 v = u32(word);
      if (mode == 3) v = high * 2 + low;
      if (mode == 1) v = low - 2 * high;
      result[0][i] = result[1][i] = v;
    }
  } else {
    op_add = bits(word, 28, 24);
    op_mul = bits(word, 31, 29);
    const u32 ra = bits(word, 23, 18), rb = bits(word, 17, 12), mode = bits(word, 59, 57);
    const u32 mux[4] = {bits(word, 11, 9), bits(word, 8, 6), bits(word, 5, 3), bits(word, 2, 0)};
    const bool small = sig == 13;
    u32 port_a[16], port_b[16];
    for (int i = 0; i < 16; ++i) {
      port_a[i] = ra < 32 ? a[ra][i] : ra == 38 ? u32(i) : ra == 39 ? last_a[i % 4] : u32(i);
      port_b[i] = small ? small_immediate(rb) : rb < 32 ? b[rb][i] : rb == 39 ? last_b[i % 4] : u32(number);
    }
    if (ra != 39) std::memcpy(last_a, port_a + 12, 16);
    if (small || rb != 39) std::memcpy(last_b, port_b + 12, 16);
    const bool add_float = op_add >= 1 && op_add <= 7, mul_float = op_mul == 1;
    const bool as_float = (add_float && (mux[0] == 6 || mux[1] == 6)) || (mul_float && (mux[2] == 6 || mux[3] == 6));
    const auto operand = [&](u32 m, int lane) -> u32 {
      if (m == 6) return pm ? port_a[lane] : unpack(mode, as_float, port_a[lane]);
      if (m == 7) return port_b[lane];
      if (m == 4 && pm) return unpack(mode, true, r[4][lane]);
      return r[m][lane];
    };
    int turn = 0;
    if (small && rb >= 48) turn = rb == 48 ? int(r[5][0] & 15) : int(rb - 48);
    const auto turned = [&](u32 m, int lane) {
      if (m < 4) return operand(m, (lane - turn) & 15);
      return operand(m, (lane & 12) + ((lane - turn) & 3));
    };
    for (int i = 0; i < 16; ++i) {
      x[i] = operand(mux[0], i);
      y[i] = operand(mux[1], i);
      const Answer add = add_alu(op_add, x[i], y[i]);
      result[0][i] = add.value;
      carry[0][i] = add.carry;
      if (op_mul == 0) {
        result[1][i] = last_mul[i % 4];
        continue;
      }
      const Answer mul = mul_alu(op_mul, turned(mux[2], i), turned(mux[3], i));
      result[1][i] = mul.value;
      carry[1][i] = mul.carry;
    }
    if (op_mul != 0) std::memcpy(last_mul, result[1] + 12, 16);
    writes[0] = op_add != 0;
  }

  bool where[2][16];
  for (int side = 0; side < 2; ++side)
    for (int i = 0; i < 16; ++i) where[side][i] = holds(cond[side], z[i], n[i], c[i]);
  for (int side = 0; side < 2; ++side) {
    if (!writes[side] || cond[side] == 0) continue;
    const bool space_a = (side == 0) != ws;
    const u32 where_to = to[side];
    const bool floating = side == 0 ? (op_add >= 1 && op_add <= 6) || op_add == 8 : op_mul == 1;
    for (int i = 0; i < 16; ++i) {
      if (where_to == 37) {
        const int from = space_a ? i & 12 : 0;
        if (where[side][from]) r[5][i] = result[side][from];
        continue;
      }
      u32* target = nullptr;
      if (where_to < 32) target = space_a ? &a[where_to][i] : &b[where_to][i];
      if (where_to >= 32 && where_to < 36) target = &r[where_to - 32][i];
      if (target == nullptr || !where[side][i]) continue;
      u32 v = result[side][i];
      if (!pm && space_a && where_to < 32)
        v = pack(pack_mode, {side == 0 ? op_add : 0, floating, x[i], y[i], v, side == 0 && carry[0][i]}, *target);
      if (pm && side == 1 && !load) v = colour(pack_mode, v, *target);
      *target = v;
    }
  }
  if (!sf) return;
  const int side = load || op_add != 0 ? 0 : 1;
  for (int i = 0; i < 16; ++i) {
    if (!where[side][i]) continue;
    z[i] = result[side][i] == 0;
    n[i] = (result[side][i] >> 31) != 0;
    c[i] = carry[side][i];
  }
}
