// SPDX-License-Identifier: MIT
#include "daemon/service/local_addresses.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "daemon/config/listen_address.h"

namespace spectrumd {
namespace {

TEST(LocalAddresses, AreAddressesThatOthersMayOpen) {
  for (const LocalAddress& address : local_addresses()) {
    EXPECT_GT(address.interface, 0) << address.text;
    EXPECT_TRUE(parse_listen(address.is_ipv6 ? "[" + address.text + "]" : address.text)) << address.text;
    EXPECT_EQ(address.is_ipv6, address.text.find(':') != std::string::npos) << address.text;
    EXPECT_FALSE(is_loopback(address.text)) << address.text;
    EXPECT_FALSE(address.text.starts_with("fe80:")) << address.text;
  }
}

TEST(LocalAddresses, HaveTheMainOne) {
  const std::string main = main_address();
  if (main.empty()) GTEST_SKIP() << "this machine has no default route";
  EXPECT_EQ(std::ranges::count(local_addresses(), main, &LocalAddress::text), 1) << main;
}

TEST(AddressesAt, AreThoseThatTheServerListensOn) {
  const std::vector<LocalAddress> all{{2, false, "192.168.1.20"}, {2, true, "2001:db8::7"}, {3, false, "10.0.0.1"}};
  EXPECT_EQ(addresses_at("::", all), all);
  EXPECT_EQ(addresses_at("0.0.0.0", all), (std::vector<LocalAddress>{all[0], all[2]}));
  EXPECT_EQ(addresses_at("10.0.0.1", all), std::vector<LocalAddress>{all[2]});
  EXPECT_EQ(addresses_at("10.0.0.2", all), std::vector<LocalAddress>{});
}

}  // namespace
}  // namespace spectrumd
