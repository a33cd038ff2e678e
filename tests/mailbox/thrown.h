// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "mailbox/error.h"

// The text of the MailboxError that a step throws; empty if it throws none.
template <typename Step>
std::string thrown(Step step) {
  try {
    step();
  } catch (const mailbox::MailboxError& error) {
    return error.what();
  }
  return {};
}
