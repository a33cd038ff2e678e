// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "mailbox/address.h"
#include "mailbox/mapping.h"
#include "mailbox/v3d_registers.h"

namespace mailbox {

// The only interface to firmware and chip: a Raspberry Pi (LinuxBoard) or the emulated one. Every member throws
// MailboxError. Not thread-safe: one thread at a time. A property call blocks until the firmware has answered.
class Board {
 public:
  virtual ~Board() = default;

  // Sends a property message (reference 9.2) to the firmware, which answers in place. Returning means that the message
  // was accepted; the firmware's verdict is in the message.
  virtual void call(std::span<std::uint32_t> message) = 0;

  // Physical memory as the ARM sees it, uncached. The board must outlive the mapping.
  virtual Mapping map(PhysicalAddress address, std::size_t bytes) = 0;

  virtual std::uint32_t read(Register which) = 0;
  virtual void write(Register which, std::uint32_t value) = 0;
};

}  // namespace mailbox
