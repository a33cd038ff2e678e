// SPDX-License-Identifier: MIT
// Any bytes as the head of a request to a feed: refused with a 4xx, or a head whose names and values break no line.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "daemon/server/http/head_text.h"
#include "daemon/server/http/request_error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const spectrumd::RequestHead head = spectrumd::parse_request_head({reinterpret_cast<const char*>(data), size});
    if (head.method.empty() || !head.path.starts_with('/') || head.path.find(' ') != std::string::npos) std::abort();
    for (const auto& [name, value] : head.headers)
      if (name.empty() || (name + value).find_first_of("\r\n") != std::string::npos) std::abort();
  } catch (const spectrumd::RequestError& error) {
    if (error.status < 400 || error.status > 499) std::abort();
  }
  return 0;
}
