// SPDX-License-Identifier: MIT
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "daemon/watch/book/book.h"

namespace spectrumd {

// Ways to send a message. Each returns why it could not be sent, or an empty text. They block: for seconds, or until
// the stop.

// POST of the body as JSON, over HTTPS with the certificates of the system, or HTTP. Redirections are not followed, and
// what is answered beyond its status is thrown away. With a secret, X-Spectrumd-Signature is "sha256=" and the HMAC of
// the text "TIME.BODY", where X-Spectrumd-Time is TIME.
std::string post_webhook(const Message& message, std::stop_token stop);

// Runs a program with arguments as they are: no shell takes them apart. The body is its standard input; it has 30
// seconds. Anything but exit status 0 is a failure.
std::string run_program(const std::vector<std::string>& arguments, const std::string& input, std::stop_token stop);

// A message for `sendmail -t`: addresses and subject cannot begin another line.
std::string mail_text(const std::string& address, const std::string& subject, const std::string& text);

}  // namespace spectrumd
