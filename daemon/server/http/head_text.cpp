// SPDX-License-Identifier: MIT
#include "daemon/server/http/head_text.h"

#include <algorithm>

#include "daemon/config/plain_text.h"
#include "daemon/server/http/guards.h"
#include "daemon/server/http/request_error.h"

namespace spectrumd {
namespace {

constexpr std::string_view kBlank = " \t";

// Without its end, which is CR LF, or LF alone.
std::string_view take_line(std::string_view& text) {
  std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string_view take_word(std::string_view& line) {
  const std::string_view word = line.substr(0, line.find(' '));
  line.remove_prefix(std::min(word.size() + 1, line.size()));
  return word;
}

}  // namespace

RequestHead parse_request_head(std::string_view text) {
  std::string_view first = take_line(text);
  RequestHead head{.method = std::string(take_word(first))};
  const std::string_view target = take_word(first);
  head.path = target.substr(0, target.find('?'));
  head.http_1_1 = first == "HTTP/1.1";
  if (head.method.empty() || !head.path.starts_with('/') || (!head.http_1_1 && first != "HTTP/1.0"))
    throw RequestError(400, kBadRequest, "not a request of HTTP/1.1");
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (line.empty()) break;
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) throw RequestError(400, kBadRequest, "a header is NAME: VALUE, on one line");
    head.headers.emplace_back(line.substr(0, colon), trimmed(line.substr(colon + 1), kBlank));
  }
  check_form(head);
  return head;
}

}  // namespace spectrumd
