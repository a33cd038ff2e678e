// SPDX-License-Identifier: MIT
#include "daemon/server/websocket/handshake.h"

#include <gtest/gtest.h>

namespace spectrumd {
namespace {

RequestHead good_head() {
  return {.method = "GET",
          .path = "/ws",
          .headers = {{"Host", "localhost"},
                      {"Upgrade", "websocket"},
                      {"Connection", "Upgrade"},
                      {"Sec-WebSocket-Version", "13"},
                      {"Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="}}};
}

RequestHead with(std::string_view name, const std::string& value) {
  RequestHead head = good_head();
  std::erase_if(head.headers, [&](const Header& header) { return header.first == name; });
  if (!value.empty()) head.headers.emplace_back(name, value);
  return head;
}

std::string header_of(const RequestHead& head, const std::string& name) {
  for (const auto& [other, value] : websocket_headers(head))
    if (other == name) return value;
  return "";
}

int refusal_of(const RequestHead& head) {
  try {
    websocket_headers(head);
  } catch (const RequestError& error) {
    return error.status;
  }
  return 101;
}

TEST(Handshake, AnswersTheKeyAsInTheRfc) {
  EXPECT_EQ(header_of(good_head(), "Sec-WebSocket-Accept"), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");  // RFC 6455, section 1.3
  EXPECT_EQ(header_of(good_head(), "Upgrade"), "websocket");
}

TEST(Handshake, NamesTheSubprotocolOnlyWhereItIsOffered) {
  EXPECT_EQ(header_of(good_head(), "Sec-WebSocket-Protocol"), "");
  EXPECT_EQ(header_of(with("Sec-WebSocket-Protocol", "chat"), "Sec-WebSocket-Protocol"), "");
  EXPECT_EQ(header_of(with("Sec-WebSocket-Protocol", "chat, spectrum.v1"), "Sec-WebSocket-Protocol"), "spectrum.v1");
  EXPECT_EQ(header_of(with("Sec-WebSocket-Protocol", "spectrum.v1,bearer.abc"), "Sec-WebSocket-Protocol"),
            "spectrum.v1");
}

TEST(Handshake, TakesWhatBrowsersAndProxiesWrite) {
  EXPECT_EQ(refusal_of(with("Connection", "keep-alive, Upgrade")), 101);
  EXPECT_EQ(refusal_of(with("Upgrade", "WebSocket")), 101);
  EXPECT_EQ(refusal_of(with("Sec-WebSocket-Extensions", "permessage-deflate; client_max_window_bits")), 101);
}

TEST(Handshake, RefusesWhatIsNoWebSocketOfThisVersion) {
  EXPECT_EQ(refusal_of(with("Upgrade", "")), 426);
  EXPECT_EQ(refusal_of(with("Upgrade", "h2c")), 426);
  EXPECT_EQ(refusal_of(with("Connection", "")), 426);
  EXPECT_EQ(refusal_of(with("Connection", "close")), 426);
  EXPECT_EQ(refusal_of(with("Sec-WebSocket-Version", "")), 426);
  EXPECT_EQ(refusal_of(with("Sec-WebSocket-Version", "8")), 426);
  EXPECT_EQ(refusal_of(with("Sec-WebSocket-Version", "13, 8")), 426);
  RequestHead old = good_head();
  old.http_1_1 = false;
  EXPECT_EQ(refusal_of(old), 426);
}

TEST(Handshake, RefusesKeysThatAreNotSixteenBytes) {
  for (const char* key : {"", "abc", "dGhlIHNhbXBsZSBub25jZQ", "dGhlIHNhbXBsZSBub25jZSE=", "dGhlIHNhbXBsZSBub25jZQ== "})
    EXPECT_EQ(refusal_of(with("Sec-WebSocket-Key", key)), 400) << key;
  RequestHead twice = good_head();
  twice.headers.emplace_back("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==");
  EXPECT_EQ(refusal_of(twice), 400);
}

}  // namespace
}  // namespace spectrumd
