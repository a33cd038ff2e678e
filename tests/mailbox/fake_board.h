// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "mailbox/board.h"
#include "mailbox/property_message.h"

// A firmware of a few lines: answers each tag with the words that stand for it here and remembers what it was asked.
// Memory has one page, registers keep what is written.
class FakeBoard : public mailbox::Board {
 public:
  struct Call {
    mailbox::Tag tag;
    std::vector<std::uint32_t> request;
    friend bool operator==(const Call&, const Call&) = default;
  };

  std::map<mailbox::Tag, std::vector<std::uint32_t>> answers{
      {mailbox::Tag::BoardRevision, {0x900032}},
      {mailbox::Tag::VideoCoreMemory, {0x1C00'0000, 0x0400'0000}},
      {mailbox::Tag::AllocateMemory, {7}},
      {mailbox::Tag::LockMemory, {0x5C00'1000}},
      {mailbox::Tag::UnlockMemory, {0}},
      {mailbox::Tag::ReleaseMemory, {0}},
      {mailbox::Tag::EnableQpu, {0}},
      {mailbox::Tag::ExecuteQpu, {0}},
  };
  std::uint32_t code = mailbox::kSuccess;  // what the firmware thinks of every message
  std::vector<Call> calls;
  std::map<mailbox::Register, std::uint32_t> registers{{mailbox::Register::Ident0, mailbox::kV3dIdentity}};
  std::vector<std::pair<mailbox::Register, std::uint32_t>> writes;
  std::vector<mailbox::PhysicalAddress> maps;
  inline static int mapped = 0;

  void call(std::span<std::uint32_t> message) override {
    const mailbox::Tag tag{message[2]};
    calls.push_back({tag, {message.begin() + 5, message.begin() + 5 + message[4] / 4}});
    message[1] = code;
    const auto answer = answers.find(tag);
    if (answer == answers.end()) return;
    std::copy(answer->second.begin(), answer->second.end(), message.begin() + 5);
    message[4] = mailbox::kAnswered | static_cast<std::uint32_t>(4 * answer->second.size());
  }

  mailbox::Mapping map(mailbox::PhysicalAddress address, std::size_t bytes) override {
    maps.push_back(address);
    ++mapped;
    return {std::span(page_).first(std::min(bytes, page_.size())), [](std::span<std::byte>) noexcept { --mapped; }};
  }

  std::uint32_t read(mailbox::Register which) override { return registers[which]; }
  void write(mailbox::Register which, std::uint32_t value) override {
    writes.emplace_back(which, value);
    registers[which] = value;
  }

  std::vector<mailbox::Tag> tags() const {
    std::vector<mailbox::Tag> asked;
    for (const Call& one : calls) asked.push_back(one.tag);
    return asked;
  }

 private:
  alignas(16) std::array<std::byte, 4096> page_{};
};
