// SPDX-License-Identifier: MIT
#include "daemon/watch/rule_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace spectrumd {
namespace {

std::string refused_field(const Json& body) {
  try {
    new_rule(body);
  } catch (const RuleError& error) {
    return error.field;
  }
  return "accepted";
}

TEST(RuleJson, GivesEveryKindItsUsualValues) {
  for (const char* kind : {"above", "below", "appear", "floor_rise", "health"}) {
    const Rule rule = new_rule({{"kind", kind}});
    EXPECT_EQ(to_string(rule.kind), kind);
    EXPECT_EQ(rule, changed_rule(usual_rule(rule.kind), {{"name", kind}}));
  }
}

TEST(RuleJson, ReadsWhatItWrites) {
  Rule rule =
      new_rule({{"kind", "mask"},
                {"name", "CISPR"},
                {"from_hz", "88M"},
                {"to_hz", 108e6},
                {"ignored", {{90e6, 91e6}}},
                {"known", {{{"from_hz", 95e6}, {"to_hz", 96e6}, {"label", "station"}}}},
                {"learns_until", "2026-11-25T12:00:00Z"},
                {"limits", {{88e6, -60}, {108e6, -70.5}}},
                {"bursts", true},
                {"actions", {{"webhook", "https://example.org/x?a=b"}, {"secret", "s3cret"}, {"iq_seconds", 5}}}});
  rule.id = 7;
  Rule again = new_rule(rule_json(rule, Secrets::Shown));
  again.id = 7;
  EXPECT_EQ(again, rule);
}

TEST(RuleJson, HidesTheSecretAndKeepsIt) {
  const Rule rule = new_rule({{"kind", "appear"}, {"actions", {{"secret", "s3cret"}}}});
  const Json shown = rule_json(rule, Secrets::Hidden);
  EXPECT_EQ(shown.dump().find("s3cret"), std::string::npos);
  EXPECT_TRUE(shown["actions"]["has_secret"]);
  EXPECT_EQ(changed_rule(rule, shown).actions.secret, "s3cret") << "what a page sends back changes nothing";
}

TEST(RuleJson, NamesTheKeyAtFault) {
  EXPECT_EQ(refused_field({{"name", "x"}}), "kind");
  EXPECT_EQ(refused_field({{"kind", "sideways"}}), "kind");
  EXPECT_EQ(refused_field(Json::array()), "kind");
  EXPECT_EQ(refused_field({{"kind", "above"}, {"colour", 1}}), "colour");
  EXPECT_EQ(refused_field({{"kind", "above"}, {"level", "loud"}}), "level");
  EXPECT_EQ(refused_field({{"kind", "above"}, {"duty", 1.5}}), "duty");
  EXPECT_EQ(refused_field({{"kind", "above"}, {"from_hz", 1e6}}), "from_hz");
  EXPECT_EQ(refused_field({{"kind", "above"}, {"from_hz", 2e6}, {"to_hz", 1e6}}), "from_hz");
  EXPECT_EQ(refused_field({{"kind", "vanish"}}), "from_hz");
  EXPECT_EQ(refused_field({{"kind", "mask"}}), "limits");
  EXPECT_EQ(refused_field({{"kind", "mask"}, {"limits", {{1e6, -50}}}}), "limits");
  EXPECT_EQ(refused_field({{"kind", "mask"}, {"limits", {{2e6, -50}, {1e6, -50}}}}), "limits");
  EXPECT_EQ(refused_field({{"kind", "health"}, {"level", 101}}), "level");
  EXPECT_EQ(refused_field({{"kind", "above"}, {"ignored", {{1, 2, 3}}}}), "ignored");
  EXPECT_EQ(refused_field({{"kind", "above"}, {"known", {{{"label", "x"}}}}}), "known");
  EXPECT_EQ(refused_field({{"kind", "above"}, {"name", std::string(300, 'x')}}), "name");
  EXPECT_EQ(refused_field({{"kind", "above"}, {"actions", 3}}), "actions.");
  EXPECT_EQ(refused_field({{"kind", "above"}, {"actions", {{"shell", "rm"}}}}), "actions.shell");
}

TEST(RuleJson, RefusesDestinationsThatCouldBeSomethingElse) {
  for (const char* url : {"file:///etc/passwd", "gopher://x", "http://a b", "https://a\nHost: b", "javascript:1"})
    EXPECT_EQ(refused_field({{"kind", "above"}, {"actions", {{"webhook", url}}}}), "actions.webhook") << url;
  for (const char* address :
       {"a@b\nBcc: c@d", "-oQ/tmp@x", "a b@c", "no-at-sign", "@x", "a@", "a@b@c", "a@b,c@d", "<a@b>"})
    EXPECT_EQ(refused_field({{"kind", "above"}, {"actions", {{"email", address}}}}), "actions.email") << address;
  EXPECT_EQ(refused_field({{"kind", "above"}, {"actions", {{"email", "om.radio+sdr@mail.example.org"}}}}), "accepted");
}

TEST(LimitLines, AreReadFromCsv) {
  const auto points = limits_of_csv("Frequency (Hz),Level\r\n# CISPR 32\n30e6,-60\n 230000000 ; -53.5 \n\n1e9\t-53\n");
  ASSERT_EQ(points.size(), 3);
  EXPECT_EQ(points[0], (LimitPoint{{30e6}, {-60}}));
  EXPECT_EQ(points[1], (LimitPoint{{230e6}, {-53.5}}));
  EXPECT_EQ(points[2], (LimitPoint{{1e9}, {-53}}));
}

TEST(LimitLines, NameTheLineThatIsNone) {
  try {
    limits_of_csv("30e6,-60\n40e6,loud\n");
    FAIL();
  } catch (const RuleError& error) {
    EXPECT_EQ(error.field, "limits_csv");
    EXPECT_STREQ(error.what(), "has no frequency and level in line 2");
  }
  EXPECT_THROW(limits_of_csv(""), RuleError);
  EXPECT_THROW(limits_of_csv("30e6,nan\n40e6,-50\n50e6,inf\n"), RuleError);
}

TEST(OccupancyPlan, ReadsWhatItWrites) {
  const OccupancyPlan plan = changed_plan(
      {}, {{"threshold_db", 8}, {"channels", {{{"name", "PMR 1"}, {"from_hz", 446e6}, {"to_hz", "446.0125M"}}}}});
  EXPECT_EQ(changed_plan({}, plan_json(plan)), plan);
  EXPECT_EQ(plan.channels.at(0).range.to.value, 446.0125e6);
}

}  // namespace
}  // namespace spectrumd
