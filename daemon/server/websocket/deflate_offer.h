// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "daemon/server/http/request.h"

namespace spectrumd {

// How messages to a client are compressed (permessage-deflate, RFC 7692). Its own messages are short: it is required to
// compress each by itself, so that no window is kept for it.
struct DeflateTerms {
  int window_bits = 15;
  bool names_window = false;  // the client has limited the window, and has to be answered
  bool keeps_context = true;  // a message may refer to those before it

  friend bool operator==(const DeflateTerms&, const DeflateTerms&) = default;
};

// The first of the client's offers that can be accepted; nullopt if there is none.
std::optional<DeflateTerms> deflate_terms(const RequestHead& head);

std::string deflate_answer(const DeflateTerms& terms);  // the value of Sec-WebSocket-Extensions

}  // namespace spectrumd
