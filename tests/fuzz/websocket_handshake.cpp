// SPDX-License-Identifier: MIT
// Any lines as the headers of a WebSocket's opening: refused with a 4xx, or accepted with headers that break no line.
#include <cstdint>
#include <cstdlib>

#include "daemon/server/http/guards.h"
#include "daemon/server/websocket/handshake.h"

namespace {

spectrumd::RequestHead head_of(std::string_view text) {
  spectrumd::RequestHead head{.method = "GET", .path = "/ws"};
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const auto colon = line.find(':');
    if (colon != std::string_view::npos) head.headers.emplace_back(line.substr(0, colon), line.substr(colon + 1));
  }
  return head;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const spectrumd::RequestHead head = head_of({reinterpret_cast<const char*>(data), size});
  spectrumd::ServerSettings settings;
  settings.token = "sixteen-characters";
  settings.public_reading = true;  // or every name of a host would do
  settings.hosts = {"radio.example"};
  settings.origins = {"https://page.example"};
  const spectrumd::Door door(settings);
  static spectrumd::OwnNames own_names([] { return std::vector<std::string>{"pi", "pi.local"}; });
  try {
    spectrumd::check_form(head);
    spectrumd::check_host(head, settings, door, own_names);
    spectrumd::check_origin(head, settings);
    spectrumd::caller_of(head, door);
    for (const auto& [name, value] : spectrumd::websocket_headers(head))
      if ((name + value).find_first_of("\r\n") != std::string::npos) std::abort();
  } catch (const spectrumd::RequestError& error) {
    if (error.status < 400 || error.status > 499) std::abort();
  }
  return 0;
}
