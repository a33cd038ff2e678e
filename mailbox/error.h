// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>

namespace mailbox {

// Firmware, chip or device node refused. The text names the thing, the reason and the remedy.
class MailboxError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace mailbox
