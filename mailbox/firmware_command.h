// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "mailbox/board.h"

namespace mailbox {

// The call in which vcgencmd asks the firmware, in words: "get_throttled" is answered by "throttled=0x50000". The only
// one that /dev/vcio_gencmd takes, which kernels since 2026 open to more users than /dev/vcio. Throws MailboxError.
std::string firmware_command(Board& board, std::string_view command);

}  // namespace mailbox
