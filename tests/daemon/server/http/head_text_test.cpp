// SPDX-License-Identifier: MIT
#include "daemon/server/http/head_text.h"

#include <gtest/gtest.h>

#include "daemon/server/http/request_error.h"

namespace spectrumd {
namespace {

TEST(HeadText, IsTakenApart) {
  const RequestHead head = parse_request_head(
      "GET /1795352403/W/F?camp HTTP/1.1\r\nHost: pi:8073\r\nUpgrade:websocket\r\nX:  two words \r\n\r\n");
  EXPECT_EQ(head.method, "GET");
  EXPECT_EQ(head.path, "/1795352403/W/F");
  EXPECT_TRUE(head.http_1_1);
  EXPECT_EQ(head.header("host"), "pi:8073");
  EXPECT_TRUE(head.lists("Upgrade", "websocket"));
  EXPECT_EQ(head.header("X"), "two words");
}

TEST(HeadText, MayHaveBareLineEnds) {
  EXPECT_EQ(parse_request_head("GET / HTTP/1.1\nHost: a\n\n").header("Host"), "a");
  EXPECT_FALSE(parse_request_head("GET / HTTP/1.0\n\n").http_1_1);
}

TEST(HeadText, RefusesEverythingElse) {
  for (const char* text : {"", "\r\n\r\n", "GET\r\n\r\n", "GET / \r\n\r\n", "GET  HTTP/1.1\r\n\r\n",
                           "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
                           "GET / HTTP/2\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nb\r\n\r\n",
                           "GET / HTTP/1.1\r\nHost: a\r\n folded: b\r\n\r\n", "GET / HTTP/1.1\r\nHost: \x01\r\n\r\n"})
    EXPECT_THROW(parse_request_head(text), RequestError) << text;
}

}  // namespace
}  // namespace spectrumd
