// SPDX-License-Identifier: MIT
// The room mailbox/ on the board of Linux's device nodes, as a program: what it saw, or the error it met.
#include <cstdio>

#include "mailbox/error.h"
#include "mailbox/linux_board.h"
#include "tests/qpu/firmware/exercise.h"

int main(int count, char** arguments) {
  if (count < 2) return 64;
  try {
    mailbox::LinuxBoard board;
    std::puts(exercise(board, arguments[1]).c_str());
    return 0;
  } catch (const mailbox::MailboxError& error) {
    std::puts(error.what());
    return 1;
  }
}
