// SPDX-License-Identifier: MIT
#include "daemon/config/listen_address.h"

#include <gtest/gtest.h>

namespace spectrumd {
namespace {

TEST(ListenAddress, IsCompletedFromItsParts) {
  EXPECT_EQ(parse_listen("192.168.1.2:80"), (ListenAddress{"192.168.1.2", 80}));
  EXPECT_EQ(parse_listen("localhost:0"), (ListenAddress{"localhost", 0}));
  EXPECT_EQ(parse_listen("[2001:db8::1]:80"), (ListenAddress{"2001:db8::1", 80}));
  EXPECT_EQ(parse_listen("9000"), (ListenAddress{"127.0.0.1", 9000}));
  EXPECT_EQ(parse_listen(":9000"), (ListenAddress{"127.0.0.1", 9000})) << "this machine only, as without the colon";
  EXPECT_EQ(parse_listen("0.0.0.0"), (ListenAddress{"0.0.0.0", 8088}));
  EXPECT_EQ(parse_listen("::"), (ListenAddress{"::", 8088}));
  EXPECT_EQ(parse_listen("[::1]"), (ListenAddress{"::1", 8088}));
}

TEST(ListenAddress, SurvivesTheRoundTrip) {
  for (const char* text : {"127.0.0.1:8088", "[::1]:8088", "localhost:1"})
    EXPECT_EQ(to_string(*parse_listen(text)), text);
}

TEST(ListenAddress, RefusesEverythingElse) {
  for (const char* text :
       {"", ":", ":x", "*:80", "pi.local:80", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:80x",
        "127.0.0.256:80", "127.1:80", "[::1", "[::1]80", "[127.0.0.1]:80", "[]:80", "::1:"})
    EXPECT_EQ(parse_listen(text), std::nullopt) << text;
}

TEST(ListenAddress, KnowsLoopback) {
  for (const char* host : {"127.0.0.1", "127.255.0.3", "::1", "0:0:0:0:0:0:0:1", "localhost"})
    EXPECT_TRUE(is_loopback(host)) << host;
  for (const char* host :
       {"0.0.0.0", "::", "192.168.1.2", "128.0.0.1", "::2", "localhost.example.org", "127.0.0.1.nip.io", ""})
    EXPECT_FALSE(is_loopback(host)) << host;
}

}  // namespace
}  // namespace spectrumd
