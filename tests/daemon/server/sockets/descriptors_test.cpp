// SPDX-License-Identifier: MIT
#include "daemon/server/sockets/descriptors.h"

#include <gtest/gtest.h>

namespace spectrumd {
namespace {

TEST(Descriptors, AreEnoughForTheDefaultWhereTheLimitIsTheUsualOne) {
  EXPECT_GE(share_descriptors(1024).connections, ServerSettings{}.connections);
  EXPECT_EQ(share_descriptors(1024).share_clients, 32U);
}

TEST(Descriptors, LeaveSomeForTheProgramHoweverFewThereAre) {
  for (std::size_t allowed = 4; allowed < 2000; ++allowed) {
    const DescriptorShares shares = share_descriptors(allowed);
    EXPECT_GE(shares.connections, 1U) << allowed;
    EXPECT_GE(allowed - shares.connections - shares.share_clients, std::min<std::size_t>(allowed / 2, 64)) << allowed;
  }
  EXPECT_EQ(share_descriptors(64).connections, 24U);
}

TEST(Descriptors, LeaveConnectionsToRequestsBesidesWebSockets) {
  const ServerSettings settings;
  EXPECT_LT(most_websockets(settings), connections_allowed(settings));
  EXPECT_LE(connections_allowed(settings), settings.connections);
}

}  // namespace
}  // namespace spectrumd
