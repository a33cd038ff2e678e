// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "mailbox/address.h"
#include "mailbox/mapping.h"
#include "mailbox/v3d_registers.h"

namespace mailbox {

// The one door to the firmware and the chip: a Raspberry Pi (LinuxBoard) or the emulated one. Every member throws
// MailboxError. Not for several threads at once.
class Board {
 public:
  virtual ~Board() = default;

  // Hands a property message (reference 9.2) to the firmware, which answers in place. Returning says that the message
  // was taken; what the firmware thought of it stands in the message.
  virtual void call(std::span<std::uint32_t> message) = 0;

  // Physical memory as the ARM sees it, uncached. The board must outlive the mapping.
  virtual Mapping map(PhysicalAddress address, std::size_t bytes) = 0;

  virtual std::uint32_t read(Register which) = 0;
  virtual void write(Register which, std::uint32_t value) = 0;
};

}  // namespace mailbox
