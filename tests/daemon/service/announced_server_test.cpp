// SPDX-License-Identifier: MIT
#include "daemon/service/announced_server.h"

#include <gtest/gtest.h>

#include "daemon/config/version.h"

namespace spectrumd {
namespace {

TEST(AnnouncedServer, IsOneThatOthersCanReach) {
  for (const char* listen : {"127.0.0.1:8088", "[::1]:8088", "localhost:8088"})
    EXPECT_EQ(announced_server({.listen = listen}, 8088), std::nullopt) << listen;
  for (const char* listen : {"0.0.0.0:8088", "[::]:8088", "192.168.1.20:8088"}) {
    EXPECT_TRUE(announced_server({.listen = listen}, 8088)) << listen;
    EXPECT_EQ(announced_server({.listen = listen, .announce = false}, 8088), std::nullopt) << listen;
  }
}

TEST(AnnouncedServer, SaysWhereThePageIsAndWhatItSpeaks) {
  const auto server = announced_server({.listen = "0.0.0.0:0"}, 40123);
  ASSERT_TRUE(server);
  EXPECT_EQ(server->port, 40123);
  EXPECT_EQ(server->listen_host, "0.0.0.0");
  EXPECT_TRUE(server->name.starts_with("spectrumd on ")) << server->name;
  EXPECT_LE(server->name.size(), 63U);
  EXPECT_EQ(server->facts, (std::vector<std::string>{"path=/", "version=" + std::string(version()), "api=v1"}));
}

}  // namespace
}  // namespace spectrumd
