// SPDX-License-Identifier: MIT
#include "daemon/fleet/copy_rows.h"

#include <algorithm>
#include <bit>

#include "daemon/server/websocket/utf8.h"

namespace spectrumd {
namespace {

using namespace std::string_view_literals;

constexpr std::int64_t kSecondsTo2000 = 946684800;  // PostgreSQL counts from there
constexpr std::string_view kHeader = "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0"sv, kEnd = "\377\377"sv;

template <class Value>
void append(std::string& bytes, Value value) {
  for (int shift = static_cast<int>(sizeof value) * 8 - 8; shift >= 0; shift -= 8)
    bytes += static_cast<char>(value >> shift & 0xff);
}

}  // namespace

std::string CopyRows::data() const {
  std::string all(kHeader);
  all.reserve(kHeader.size() + bytes_.size() + kEnd.size());
  return all.append(bytes_).append(kEnd);
}

void CopyRows::put16(std::int16_t value) { append(bytes_, static_cast<std::uint16_t>(value)); }
void CopyRows::put32(std::int32_t value) { append(bytes_, static_cast<std::uint32_t>(value)); }
void CopyRows::put64(std::int64_t value) { append(bytes_, static_cast<std::uint64_t>(value)); }

void CopyRows::put(Smallint value) {
  put32(2);
  put16(value.value);
}
void CopyRows::put(Integer value) {
  put32(4);
  put32(value.value);
}
void CopyRows::put(std::int64_t value) {
  put32(8);
  put64(value);
}
void CopyRows::put(double value) { put(std::bit_cast<std::int64_t>(value)); }
void CopyRows::put(bool value) {
  put32(1);
  bytes_ += value ? '\1' : '\0';
}

void CopyRows::put(Timestamp value) {
  constexpr std::int64_t kNsInUs = 1000, kUsInSecond = 1'000'000;
  const std::int64_t us = value.ns / kNsInUs - (value.ns % kNsInUs < 0 ? 1 : 0);
  put(us - kSecondsTo2000 * kUsInSecond);
}

// One text that the server refuses would hold up all that comes after it.
void CopyRows::put(std::string_view text) {
  std::string taken(text);
  const bool is_sound = is_utf8(text);
  std::ranges::replace_if(
      taken, [is_sound](unsigned char letter) { return letter == 0 || (!is_sound && letter > 0x7f); }, '?');
  put(std::as_bytes(std::span(taken)));
}

void CopyRows::put(std::span<const std::byte> bytes) {
  put32(static_cast<std::int32_t>(bytes.size()));
  bytes_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

}  // namespace spectrumd
