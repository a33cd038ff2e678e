// SPDX-License-Identifier: MIT
#pragma once

#include "mailbox/mailbox.h"

namespace mailbox {

// The QPUs are powered and reserved for us as long as this lives. Throws MailboxError if the firmware refuses. The
// mailbox must outlive it.
class QpuPower {
 public:
  explicit QpuPower(Mailbox& mailbox);
  QpuPower(const QpuPower&) = delete;
  QpuPower& operator=(const QpuPower&) = delete;
  ~QpuPower();

  void cycle();  // off and on: the cure for programs that hang

 private:
  Mailbox& mailbox_;
};

}  // namespace mailbox
