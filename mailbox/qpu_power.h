// SPDX-License-Identifier: MIT
#pragma once

#include "mailbox/mailbox.h"

namespace mailbox {

// Keeps the QPUs powered and reserved while it exists. Throws MailboxError if the firmware refuses. The
// mailbox must outlive it. Constructor, destructor and cycle() block for a property call each.
class QpuPower {
 public:
  explicit QpuPower(Mailbox& mailbox);
  QpuPower(const QpuPower&) = delete;
  QpuPower& operator=(const QpuPower&) = delete;
  ~QpuPower();

  void cycle();  // off and on: recovers from programs that hang

 private:
  Mailbox& mailbox_;
};

}  // namespace mailbox
