// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "mailbox/board.h"

namespace mailbox {

// The text commands of vcgencmd: "get_throttled" is answered by "throttled=0x50000". The only property call
// that /dev/vcio_gencmd accepts, which kernels since 2026 open to more users than /dev/vcio. Throws MailboxError.
std::string firmware_command(Board& board, std::string_view command);

}  // namespace mailbox
