// SPDX-License-Identifier: MIT
#pragma once

#include "mailbox/board.h"
#include "qpu/firmware/emulated_pi.h"

namespace qpu {

// An emulated Raspberry Pi behind the door through which a real one is reached, in this process. Says no with the very
// words that LinuxBoard has for the same errno. The Pi must outlive it.
class EmulatedBoard final : public mailbox::Board {
 public:
  explicit EmulatedBoard(EmulatedPi& pi);  // as opening /dev/vcio: throws MailboxError

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
