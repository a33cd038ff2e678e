// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace spectrumd::rtl_tcp {

// The protocol of rtl_tcp: the server sends a greeting and then an endless stream of cu8 samples; the client sends
// commands of five bytes, which are not answered.
constexpr std::uint16_t kDefaultPort = 1234;

struct Greeting {
  std::uint32_t tuner = 0;  // 1 E4000, 2 FC0012, 3 FC0013, 4 FC2580, 5 R820T, 6 R828D
  std::uint32_t gains = 0;  // number of gain steps
};
using GreetingBytes = std::array<std::byte, 12>;
GreetingBytes encode(const Greeting& greeting);
std::optional<Greeting> decode_greeting(std::span<const std::byte, 12> bytes);  // nullopt: not an rtl_tcp server

enum class Order : std::uint8_t {
  Center = 1,    // Hz
  Rate = 2,      // samples a second
  GainMode = 3,  // 0 automatic, 1 by hand
  Gain = 4,      // tenths of a decibel
  Ppm = 5,       // signed
  IfGain = 6,
  TestMode = 7,
  Agc = 8,
  DirectSampling = 9,  // 0 off, 1 I, 2 Q
  OffsetTuning = 10,
  RtlCrystal = 11,
  TunerCrystal = 12,
  GainIndex = 13,
  BiasTee = 14
};

struct Command {
  Order order;
  std::uint32_t value = 0;
};
using CommandBytes = std::array<std::byte, 5>;
CommandBytes encode(const Command& command);
Command decode_command(std::span<const std::byte, 5> bytes);

}  // namespace spectrumd::rtl_tcp
