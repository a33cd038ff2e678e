// SPDX-License-Identifier: MIT
#pragma once

#include "mailbox/board.h"
#include "qpu/firmware/emulated_pi.h"

namespace qpu {

// An emulated Raspberry Pi in this process, behind the same interface as a real one. Fails with the same
// texts as LinuxBoard for the same errno. The Pi must outlive it. One thread at a time; calls run the emulator.
class EmulatedBoard final : public mailbox::Board {
 public:
  explicit EmulatedBoard(EmulatedPi& pi);  // like opening /dev/vcio: throws MailboxError

  void call(std::span<std::uint32_t> message) override;
  mailbox::Mapping map(mailbox::PhysicalAddress address, std::size_t bytes) override;
  std::uint32_t read(mailbox::Register which) override;
  void write(mailbox::Register which, std::uint32_t value) override;

 private:
  void reach_memory();

  EmulatedPi& pi_;
  bool memory_open_ = false;
  bool registers_mapped_ = false;
};

}  // namespace qpu
