// SPDX-License-Identifier: MIT
#include "daemon/commands/qr/url_for_others.h"

#include <gtest/gtest.h>

namespace spectrumd {
namespace {

const std::vector<LocalAddress> kAddresses{
    {2, true, "2001:db8::7"}, {3, false, "172.17.0.1"}, {2, false, "192.168.1.20"}};

std::string url(std::string_view listen, std::string_view main = "192.168.1.20") {
  return url_for_others(*parse_listen(listen), main, kAddresses);
}

TEST(UrlForOthers, IsAtTheAddressWithTheDefaultRoute) {
  EXPECT_EQ(url("0.0.0.0:8088"), "http://192.168.1.20:8088");
  EXPECT_EQ(url("[::]:80"), "http://192.168.1.20:80");
}

TEST(UrlForOthers, IsAtAnyIPv4AddressWithoutARoute) {
  EXPECT_EQ(url("0.0.0.0:8088", ""), "http://172.17.0.1:8088");
  EXPECT_EQ(url("[::]:8088", ""), "http://172.17.0.1:8088");
}

TEST(UrlForOthers, IsAtTheOneAddressThatIsServed) {
  EXPECT_EQ(url("172.17.0.1:8088"), "http://172.17.0.1:8088");
  EXPECT_EQ(url("[2001:db8::7]:8088"), "http://[2001:db8::7]:8088");
}

TEST(UrlForOthers, IsEmptyWhereOthersCannotReachIt) {
  EXPECT_EQ(url("127.0.0.1:8088"), "");
  EXPECT_EQ(url("localhost"), "");
  EXPECT_EQ(url("[::1]:8088"), "");
  EXPECT_EQ(url("192.0.2.1:8088"), "") << "an address that has gone";
  EXPECT_EQ(url_for_others({"0.0.0.0", 8088}, "", {}), "");
}

TEST(QrText, NamesTheOptionsThatOpenALoopbackServer) {
  const std::string text = qr_text({"127.0.0.1", 8090});
  EXPECT_NE(text.find("Other machines cannot open this address"), std::string::npos) << text;
  EXPECT_NE(text.find("--listen 0.0.0.0:8090"), std::string::npos) << text;
  EXPECT_NE(text.find("--open"), std::string::npos) << text;
  EXPECT_NE(text.find("server.token"), std::string::npos) << text;
}

}  // namespace
}  // namespace spectrumd
