// SPDX-License-Identifier: MIT
#include "mailbox/firmware_command.h"

#include <fmt/format.h>

#include <array>
#include <cstring>

#include "mailbox/error.h"
#include "mailbox/property_message.h"

namespace mailbox {

// An error number, then text: the command in the request, its output in the answer. The maximum length of the text is
// undocumented; this is what the firmware's own program sends.
std::string firmware_command(Board& board, std::string_view command) {
  constexpr std::size_t kWords = 256, kTextBytes = (kWords - 1) * sizeof(std::uint32_t);
  if (command.size() >= kTextBytes) throw MailboxError("firmware: command too long");
  std::array<std::uint32_t, kWords> value{};
  std::memcpy(&value[1], command.data(), command.size());

  PropertyMessage message(Tag::Command, value, 1);
  board.call(message.words());
  const auto answer = message.answer();
  if (answer[0] != 0) throw MailboxError(fmt::format("firmware: unknown command {} (error {})", command, answer[0]));
  const auto* text = reinterpret_cast<const char*>(&answer[1]);
  return {text, strnlen(text, kTextBytes)};
}

}  // namespace mailbox
