// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>

namespace mailbox {

// Firmware, chip or device node said no. The text has the thing, the reason and the way out.
class MailboxError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace mailbox
