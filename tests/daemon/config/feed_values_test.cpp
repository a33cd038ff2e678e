// SPDX-License-Identifier: MIT
#include "daemon/config/feed_values.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "daemon/config/followed_rig.h"
#include "daemon/config/influx_server.h"
#include "daemon/config/report_store.h"
#include "daemon/config/spot_source.h"

namespace spectrumd {
namespace {

using Texts = std::vector<std::string>;

template <class Read>
std::string refusal(Read read, const Json& value) {
  try {
    read(value);
  } catch (const KeyError& error) {
    return error.what();
  }
  return "";
}

TEST(FeedValues, CompleteAddressesWithTheUsualPort) {
  EXPECT_EQ(address_of("0.0.0.0", 5555), "0.0.0.0:5555");
  EXPECT_EQ(address_of(4711, 5555), "127.0.0.1:4711");
  EXPECT_EQ(address_of("[::1]:1", 5555), "[::1]:1");
  EXPECT_EQ(address_of("", 5555), "");
  EXPECT_EQ(refusal([](const Json& value) { return address_of(value, 5555); }, "pi.local"),
            "\"pi.local\" is not ADDRESS:PORT, such as 127.0.0.1:5555 or 0.0.0.0:5555");
  EXPECT_EQ(server_of("pi.local", 13064), "pi.local:13064");
}

TEST(FeedValues, TakeRigsToFollow) {
  EXPECT_EQ(followed_rig_of("rigctld:127.0.0.1"), "rigctld:127.0.0.1:4532");
  EXPECT_EQ(followed_rig_of("flrig:shack"), "flrig:shack:12345");
  EXPECT_EQ(followed_rig_of("tci:[::1]:50001"), "tci:[::1]:50001");
  EXPECT_EQ(followed_rig_of(""), "");
  EXPECT_EQ(parse_followed_rig("flrig:shack")->kind, FollowedRig::Kind::Flrig);
  for (const char* text : {"rigctld", "rigctld:", "cat:shack", "shack:4532", "flrig:shack:0"})
    EXPECT_NE(refusal(followed_rig_of, text), "") << text;
}

TEST(FeedValues, TakeIntermediateFrequencies) {
  EXPECT_EQ(if_taps_of("none"), Texts{});
  EXPECT_EQ(if_taps_of(Json::array()), Texts{});
  EXPECT_EQ(if_taps_of("68330k-@0:30M,10.7M"), (Texts{"68.33M-@0:30M", "10.7M"}));
  EXPECT_EQ(if_taps_of(Json{"68.33M"}), Texts{"68.33M"});
  EXPECT_NE(refusal(if_taps_of, "high"), "");
  EXPECT_NE(refusal(if_taps_of, Json{""}), "");
}

TEST(FeedValues, TakeStoresOfReportsWithoutPasswords) {
  using Stores = std::vector<std::string>;
  EXPECT_EQ(report_stores_of("postgresql://me@a,b:5433/fleet,postgres:///fleet"),
            (Stores{"postgresql://me@a,b:5433/fleet", "postgres:///fleet"}))
      << "hosts of one are separated by commas, too";
  EXPECT_EQ(report_stores_of(""), Stores());
  for (const char* text : {"postgresql://me:secret@a/fleet", "postgresql://a/fleet?password=secret", "mysql://a/fleet",
                           "postgresql://a", "postgresql://a/fleet name"}) {
    const std::string refused = refusal(report_stores_of, text);
    EXPECT_NE(refused, "") << text;
    EXPECT_EQ(refused.find("secret"), std::string::npos);
  }
  EXPECT_TRUE(parse_report_store("postgresql://db.example.org/fleet")->verifies());
  EXPECT_TRUE(parse_report_store("postgresql://127.0.0.1,db.example.org/fleet")->verifies());
  EXPECT_FALSE(parse_report_store("postgresql://me@127.0.0.1:5433/fleet")->verifies());
  EXPECT_FALSE(parse_report_store("postgresql:///fleet?host=/run/postgresql")->verifies());
  EXPECT_FALSE(parse_report_store("postgresql://db.example.org/fleet?sslmode=disable")->verifies());
  EXPECT_EQ(parse_report_store("postgresql://me@db/fleet?sslmode=require")->shown, "postgresql://me@db/fleet");
  EXPECT_EQ(report_levels_of("10S,alarms"), (Stores{"10s", "alarms"}));
}

TEST(FeedValues, TakeTopicsWithoutWildcards) {
  EXPECT_EQ(topic_of("spectrumd/look"), "spectrumd/look");
  EXPECT_EQ(topic_of(""), "");
  for (const char* text : {"spectrumd/#", "+/look", "/look", "look/", "$SYS/look"})
    EXPECT_NE(refusal(topic_of, text), "") << text;
}

TEST(FeedValues, TakeLocators) {
  EXPECT_EQ(locator_of("jo62Qm"), "JO62QM");
  EXPECT_EQ(locator_of("RR99"), "RR99");
  EXPECT_EQ(locator_of("AA00XX99"), "AA00XX99");
  EXPECT_EQ(locator_of(""), "") << "it is not reported";
  for (const char* text : {"JO6", "JO62Q", "SO62", "JS62", "JO62YM", "JO62QM4", "6262QM", "JO62QM45AA", "52.4,13.4"})
    EXPECT_NE(refusal(locator_of, text).find("Maidenhead"), std::string::npos) << text;
}

TEST(FeedValues, TakeReceiversOfAHubAndTheirTokens) {
  EXPECT_EQ(reached_of("shack=http://10.0.0.5:8088,4=https://club.example.org/radio"),
            (Texts{"shack=http://10.0.0.5:8088/", "4=https://club.example.org/radio/"}));
  EXPECT_EQ(reached_of(Json{"a, b=http://[::1]:8088"}), Texts{"a, b=http://[::1]:8088/"}) << "a name with a comma";
  for (const char* text : {"http://10.0.0.5:8088", "=http://10.0.0.5", "shack=ftp://10.0.0.5", "shack=http://",
                           "shack=http://me:secret@10.0.0.5", "shack=http://10.0.0.5/?secret", "shack=http://a/#b",
                           "shack=http://a b/", "shack=http://a/%0d", "shack=file:///etc/passwd"}) {
    const std::string refused = refusal(reached_of, text);
    EXPECT_NE(refused, "") << text;
    EXPECT_EQ(refused.find("secret"), std::string::npos);
  }
  EXPECT_EQ(reach_tokens_of("shack=0123456789abcdef,fedcba9876543210"),
            (Texts{"shack=0123456789abcdef", "fedcba9876543210"}));
  for (const char* text : {"shack=", "=0123456789abcdef", "shack=0123456789abcdef secret", "short"}) {
    const std::string refused = refusal(reach_tokens_of, text);
    EXPECT_NE(refused, "") << text;
    EXPECT_EQ(refused.find("secret"), std::string::npos);
  }
}

TEST(FeedValues, TakeServersOfInflux) {
  EXPECT_EQ(influx_of("http://pi.local/write?db=shack"), "http://pi.local:8086/write?db=shack");
  EXPECT_EQ(influx_of("https://me@[::1]:1/influx/api/v2/write?org=me&bucket=shack"),
            "https://me@[::1]:1/influx/api/v2/write?org=me&bucket=shack");
  const auto influx = parse_influx_server("https://me@cloud.example.org/write?precision=s&db=shack");
  ASSERT_TRUE(influx);
  EXPECT_TRUE(influx->tls);
  EXPECT_EQ(influx->user, "me");
  EXPECT_EQ(to_string(influx->server), "cloud.example.org:443");
  EXPECT_EQ(influx->target, "/write?precision=s&db=shack");
  for (const char* text : {"pi.local", "http://pi.local", "http://pi.local/write", "http://pi.local/write?db=",
                           "http://pi.local/api/v2/write?org=me", "http://pi.local/query?db=a", "ftp://a/write?db=a",
                           "http://me:secret@pi.local/write?db=a", "http://pi.local/write?db=a b"})
    EXPECT_NE(refusal(influx_of, text), "") << text;
}

TEST(FeedValues, TakeSpotsFromProgramsServersAndFiles) {
  EXPECT_EQ(spot_sources_of("wsjtx,dxcluster:dx.example.org"),
            (Texts{"wsjtx:127.0.0.1:2237", "dxcluster:dx.example.org:7300"}));
  EXPECT_EQ(spot_sources_of("/tmp/a.json,file:spots,https://api.pota.app/spot/activator"),
            (Texts{"file:/tmp/a.json", "file:spots", "https://api.pota.app/spot/activator"}));
  EXPECT_EQ(parse_spot_source("http://pi.local/a.json")->kind, SpotSource::Kind::Url);
  for (const char* text : {",", "file:", "/tmp/a.txt", "http://", "http:///a.json", "spots.json"})
    EXPECT_NE(refusal(spot_sources_of, text), "") << text;
}

}  // namespace
}  // namespace spectrumd
