// SPDX-License-Identifier: MIT
#include "daemon/server/websocket/handshake.h"

#include "daemon/server/http/base64.h"
#include "daemon/server/http/sha1.h"
#include "daemon/server/websocket/deflate_offer.h"

namespace spectrumd {

namespace {

constexpr std::string_view kKeySuffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";  // RFC 6455, section 1.3
constexpr std::size_t kKeyBytes = 16;

void check(const RequestHead& head) {
  if (head.method != "GET" || !head.http_1_1 || !head.lists("Upgrade", "websocket") ||
      !head.lists("Connection", "upgrade"))
    throw RequestError(426, "upgrade_required", "this is a WebSocket; request an upgrade");
  if (head.header("Sec-WebSocket-Version") != "13")
    throw RequestError(426, "upgrade_required", "only version 13 of WebSockets is supported", "Sec-WebSocket-Version");
  if (head.header_count("Sec-WebSocket-Key") != 1 || !is_base64_of(*head.header("Sec-WebSocket-Key"), kKeyBytes))
    throw RequestError(400, "bad_value", "Sec-WebSocket-Key: 16 bytes in base64 are expected, once",
                       "Sec-WebSocket-Key");
}

Answer answer(const Request& request) {
  return {.status = 101, .type = "", .headers = websocket_headers(request.head), .is_websocket = true};
}

}  // namespace

std::string websocket_accept(std::string_view key) { return base64(sha1(std::string(key).append(kKeySuffix))); }

std::vector<Header> websocket_headers(const RequestHead& head) {
  check(head);
  std::vector<Header> headers{{"Upgrade", "websocket"},
                              {"Sec-WebSocket-Accept", websocket_accept(*head.header("Sec-WebSocket-Key"))}};
  if (head.lists("Sec-WebSocket-Protocol", kSubprotocol)) headers.emplace_back("Sec-WebSocket-Protocol", kSubprotocol);
  if (const auto terms = deflate_terms(head)) headers.emplace_back("Sec-WebSocket-Extensions", deflate_answer(*terms));
  return headers;
}

Route websocket_route() {
  return {.method = "GET",
          .path = "/ws",
          .summary = "WebSocket, subprotocol spectrum.v1: control as JSON text, rows as binary",
          .is_websocket = true,
          .answer = answer};
}

}  // namespace spectrumd
