// SPDX-License-Identifier: MIT
// Any datagram as a message of WSJT-X.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <variant>

#include "daemon/feeds/spots/callsign.h"
#include "daemon/feeds/spots/wsjtx_message.h"

namespace {

using namespace spectrumd;

void check_text(const std::string& text) {
  if (text.size() > 200) std::abort();
}

void check(const WsjtxStatus& status) { check_text(status.id); }
void check(const WsjtxDecode& decode) {
  for (const std::string* text : {&decode.id, &decode.mode, &decode.message}) check_text(*text);
  const std::string_view sender = sender_of(decode.message);
  if (!sender.empty() && (!is_callsign(sender) || decode.message.find(sender) == std::string::npos)) std::abort();
}
void check(const WsprDecode& decode) {
  for (const std::string* text : {&decode.id, &decode.callsign, &decode.locator}) check_text(*text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto message = parse_wsjtx(std::as_bytes(std::span(data, size)));
  if (message) std::visit([](const auto& any) { check(any); }, *message);
  return 0;
}
