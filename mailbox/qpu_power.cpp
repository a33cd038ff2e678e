// SPDX-License-Identifier: MIT
#include "mailbox/qpu_power.h"

#include "mailbox/error.h"

namespace mailbox {

QpuPower::QpuPower(Mailbox& mailbox) : mailbox_(mailbox) { mailbox_.enable_qpus(); }

QpuPower::~QpuPower() {
  try {
    mailbox_.disable_qpus();
  } catch (const MailboxError&) {  // the firmware no longer answers: nothing can be switched off
  }
}

void QpuPower::cycle() {
  mailbox_.disable_qpus();
  mailbox_.enable_qpus();
}

}  // namespace mailbox
