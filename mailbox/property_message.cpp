// SPDX-License-Identifier: MIT
#include "mailbox/property_message.h"

#include <fmt/format.h>

#include <algorithm>

#include "mailbox/error.h"

namespace mailbox {

namespace {

enum : std::size_t { kSize, kCode, kTag, kValueBytes, kLength, kValue };
constexpr std::uint32_t kWordBytes = sizeof(std::uint32_t);

}  // namespace

std::string_view tag_name(Tag tag) {
  switch (tag) {
    case Tag::FirmwareRevision:
      return "firmware revision";
    case Tag::FirmwareVariant:
      return "firmware variant";
    case Tag::BoardModel:
      return "board model";
    case Tag::BoardRevision:
      return "board revision";
    case Tag::ArmMemory:
      return "ARM memory";
    case Tag::VideoCoreMemory:
      return "VideoCore memory";
    case Tag::GetPower:
      return "power state";
    case Tag::SetPower:
      return "set power state";
    case Tag::GetDomain:
      return "power domain";
    case Tag::SetDomain:
      return "set power domain";
    case Tag::ClockState:
      return "clock state";
    case Tag::ClockRate:
      return "clock rate";
    case Tag::MaximumClockRate:
      return "maximum clock rate";
    case Tag::MinimumClockRate:
      return "minimum clock rate";
    case Tag::MeasuredClockRate:
      return "measured clock rate";
    case Tag::SetClockRate:
      return "set clock rate";
    case Tag::Turbo:
      return "turbo";
    case Tag::SetTurbo:
      return "set turbo";
    case Tag::Voltage:
      return "voltage";
    case Tag::SetVoltage:
      return "set voltage";
    case Tag::Temperature:
      return "temperature";
    case Tag::MaximumTemperature:
      return "maximum temperature";
    case Tag::FirmwareHash:
      return "firmware hash";
    case Tag::BoardMac:
      return "MAC address";
    case Tag::BoardSerial:
      return "serial number";
    case Tag::SetClockState:
      return "set clock state";
    case Tag::SystemTime:
      return "system time";
    case Tag::ExecuteCode:
      return "execute code";
    case Tag::CommandLine:
      return "command line";
    case Tag::DmaChannels:
      return "DMA channels";
    case Tag::AllocateMemory:
      return "allocate memory";
    case Tag::LockMemory:
      return "lock memory";
    case Tag::UnlockMemory:
      return "unlock memory";
    case Tag::ReleaseMemory:
      return "release memory";
    case Tag::ExecuteQpu:
      return "execute QPU";
    case Tag::EnableQpu:
      return "enable QPU";
    case Tag::Throttled:
      return "throttled";
    case Tag::Command:
      return "command";
  }
  return "unnamed tag";
}

PropertyMessage::PropertyMessage(Tag tag, std::span<const std::uint32_t> request, std::size_t answer_words)
    : answer_words_(answer_words), words_(kValue + std::max(request.size(), answer_words) + 1) {
  words_[kSize] = static_cast<std::uint32_t>(words_.size()) * kWordBytes;
  words_[kCode] = kRequest;
  words_[kTag] = static_cast<std::uint32_t>(tag);
  words_[kValueBytes] = static_cast<std::uint32_t>(words_.size() - kValue - 1) * kWordBytes;
  words_[kLength] = static_cast<std::uint32_t>(request.size()) * kWordBytes;
  std::copy(request.begin(), request.end(), words_.begin() + kValue);
}

std::span<const std::uint32_t> PropertyMessage::answer() const {
  const auto refuse = [this](std::string_view reason) {
    const Tag tag{words_[kTag]};
    throw MailboxError(fmt::format("firmware: {} (tag 0x{:08x}) {}; use the CPU", tag_name(tag), words_[kTag], reason));
  };
  if (words_[kCode] != kSuccess) refuse(fmt::format("was refused with code 0x{:08x}", words_[kCode]));
  if (!(words_[kLength] & kAnswered)) refuse("is not supported by this firmware");
  const std::uint32_t length = words_[kLength] & ~kAnswered;
  if (length < answer_words_ * kWordBytes)
    refuse(fmt::format("was answered with {} bytes instead of {}", length, answer_words_ * kWordBytes));
  return std::span(words_).subspan(kValue, words_.size() - kValue - 1);
}

}  // namespace mailbox
