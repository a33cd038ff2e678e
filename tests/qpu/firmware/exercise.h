// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "mailbox/board.h"

// What a program does with a board from beginning to end, through all of mailbox/: facts, memory, both ways to launch,
// counters, and the log of handles. Written once, run on the emulated board in this process and, as a program of its
// own, under `qpu emulate`. Says what it saw; throws MailboxError.
std::string exercise(mailbox::Board& board, const std::filesystem::path& handle_log);
