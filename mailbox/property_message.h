// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

namespace mailbox {

// The tags of reference 9.3.
enum class Tag : std::uint32_t {
  FirmwareRevision = 0x0000'0001,
  FirmwareVariant = 0x0000'0002,
  FirmwareHash = 0x0000'0003,
  BoardModel = 0x0001'0001,
  BoardRevision = 0x0001'0002,
  BoardMac = 0x0001'0003,
  BoardSerial = 0x0001'0004,
  ArmMemory = 0x0001'0005,
  VideoCoreMemory = 0x0001'0006,
  GetPower = 0x0002'0001,
  SetPower = 0x0002'8001,
  GetDomain = 0x0003'0030,
  SetDomain = 0x0003'8030,
  ClockState = 0x0003'0001,
  SetClockState = 0x0003'8001,
  ClockRate = 0x0003'0002,
  MaximumClockRate = 0x0003'0004,
  MinimumClockRate = 0x0003'0007,
  MeasuredClockRate = 0x0003'0047,
  SetClockRate = 0x0003'8002,
  Turbo = 0x0003'0009,
  SetTurbo = 0x0003'8009,
  Voltage = 0x0003'0003,
  SetVoltage = 0x0003'8003,
  Temperature = 0x0003'0006,
  MaximumTemperature = 0x0003'000A,
  SystemTime = 0x0003'000B,
  AllocateMemory = 0x0003'000C,
  LockMemory = 0x0003'000D,
  UnlockMemory = 0x0003'000E,
  ReleaseMemory = 0x0003'000F,
  ExecuteCode = 0x0003'0010,
  ExecuteQpu = 0x0003'0011,
  EnableQpu = 0x0003'0012,
  Throttled = 0x0003'0046,
  Command = 0x0003'0080,
  CommandLine = 0x0005'0001,
  DmaChannels = 0x0006'0001,
};

std::string_view tag_name(Tag tag);

// The words around a tag (reference 9.2), shared with the emulated firmware.
inline constexpr std::uint32_t kRequest = 0, kSuccess = 0x8000'0000, kParseError = 0x8000'0001;
inline constexpr std::uint32_t kAnswered = 0x8000'0000;  // set in the length word of a tag that was answered

// A message of one tag, both as request and as answer.
class PropertyMessage {
 public:
  PropertyMessage(Tag tag, std::span<const std::uint32_t> request, std::size_t answer_words);
  PropertyMessage(Tag tag, std::initializer_list<std::uint32_t> request, std::size_t answer_words)
      : PropertyMessage(tag, std::span(request.begin(), request.size()), answer_words) {}

  std::span<std::uint32_t> words() { return words_; }

  // All words of the value, starting with the answer. Throws MailboxError unless the firmware accepted tag and message
  // and sent at least the expected number of words.
  std::span<const std::uint32_t> answer() const;

 private:
  std::size_t answer_words_;
  std::vector<std::uint32_t> words_;
};

}  // namespace mailbox
