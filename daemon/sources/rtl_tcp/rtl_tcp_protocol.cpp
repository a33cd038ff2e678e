// SPDX-License-Identifier: MIT
#include "daemon/sources/rtl_tcp/rtl_tcp_protocol.h"

#include <algorithm>

namespace spectrumd::rtl_tcp {
namespace {

constexpr std::array kMagic{std::byte{'R'}, std::byte{'T'}, std::byte{'L'}, std::byte{'0'}};

void put(std::span<std::byte, 4> place, std::uint32_t value) {
  for (int i = 3; i >= 0; --i, value >>= 8) place[static_cast<std::size_t>(i)] = static_cast<std::byte>(value);
}

std::uint32_t get(std::span<const std::byte, 4> place) {
  std::uint32_t value = 0;
  for (const std::byte byte : place) value = value << 8 | static_cast<std::uint8_t>(byte);
  return value;
}

}  // namespace

GreetingBytes encode(const Greeting& greeting) {
  GreetingBytes bytes{};
  std::ranges::copy(kMagic, bytes.begin());
  put(std::span(bytes).subspan<4, 4>(), greeting.tuner);
  put(std::span(bytes).subspan<8, 4>(), greeting.gains);
  return bytes;
}

std::optional<Greeting> decode_greeting(std::span<const std::byte, 12> bytes) {
  if (!std::ranges::equal(bytes.first<4>(), kMagic)) return std::nullopt;
  return Greeting{.tuner = get(bytes.subspan<4, 4>()), .gains = get(bytes.subspan<8, 4>())};
}

CommandBytes encode(const Command& command) {
  CommandBytes bytes{};
  bytes[0] = static_cast<std::byte>(command.order);
  put(std::span(bytes).subspan<1, 4>(), command.value);
  return bytes;
}

Command decode_command(std::span<const std::byte, 5> bytes) {
  return {.order = static_cast<Order>(bytes[0]), .value = get(bytes.subspan<1, 4>())};
}

}  // namespace spectrumd::rtl_tcp
