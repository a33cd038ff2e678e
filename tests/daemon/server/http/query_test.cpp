// SPDX-License-Identifier: MIT
#include "daemon/server/http/query.h"

#include <gtest/gtest.h>

#include <array>

#include "daemon/server/http/request_error.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr std::array<std::string_view, 3> kDetectorNames{"mean", "max", "min"};
const std::vector<Parameter> kKnown{{"from", "", Parameter::Kind::Frequency, -1e12, 1e12},
                                    {"rows", "", Parameter::Kind::Count, 1, 2000, 100},
                                    {.name = "detector", .kind = Parameter::Kind::Choice, .choices = kDetectorNames},
                                    {.name = "detectors", .kind = Parameter::Kind::Choices, .choices = kDetectorNames},
                                    {.name = "since", .kind = Parameter::Kind::Moment},
                                    {.name = "live", .kind = Parameter::Kind::Text}};

struct Refusal {
  std::string code, field, message;
};

template <class Use>
Refusal refusal(Query::Given given, Use use) {
  try {
    use(Query(kKnown, std::move(given)));
  } catch (const RequestError& error) {
    EXPECT_EQ(error.status, 400);
    return {error.code, error.field, error.what()};
  }
  return {"none", "", ""};
}

const auto kOnlyMake = [](const Query&) {};

TEST(Query, KnowsDefaultsAndWhatIsNotGiven) {
  const Query query(kKnown, {});
  EXPECT_EQ(query.count("rows"), 100U);
  EXPECT_EQ(query.number("from"), std::nullopt);
  EXPECT_EQ(query.choice("detector"), std::nullopt);
  EXPECT_TRUE(query.choices("detectors").empty());
  EXPECT_FALSE(query.flag("live"));
  EXPECT_EQ(query.time("since", Time(5s)), std::nullopt);
}

TEST(Query, ReadsFrequenciesWithSuffixes) {
  EXPECT_EQ(Query(kKnown, {{"from", "100.3M"}}).number("from"), 100.3e6);
  EXPECT_EQ(Query(kKnown, {{"from", "-1.2e6"}}).number("from"), -1.2e6);
}

TEST(Query, NamesTheParameterThatIsWrong) {
  const auto number = [](const char* text) {
    return refusal({{"from", text}}, [](const Query& query) { query.number("from"); });
  };
  for (const char* text : {"", "abc", "nan", "inf", "-inf", "1e999", "1,5,2", "0x10", "1 ", "100.3MM", "\xff"}) {
    EXPECT_EQ(number(text).code, "bad_value") << text;
    EXPECT_EQ(number(text).field, "from") << text;
  }
  EXPECT_EQ(number("1e13").code, "out_of_range");
  EXPECT_EQ(number("1e13").message, "from: 10000000000000 is above 1000G");
}

TEST(Query, TakesWholeNumbersInTheirRangeForCounts) {
  const auto count = [](const char* text) {
    return refusal({{"rows", text}}, [](const Query& query) { query.count("rows"); }).code;
  };
  EXPECT_EQ(count("2k"), "none");
  EXPECT_EQ(count("2001"), "out_of_range");
  EXPECT_EQ(count("0"), "out_of_range");
  EXPECT_EQ(count("-1"), "out_of_range");
  EXPECT_EQ(count("1.5"), "bad_value");
}

TEST(Query, SuggestsTheNameThatWasMeant) {
  const Refusal unknown = refusal({{"detecter", "max"}}, kOnlyMake);
  EXPECT_EQ(unknown.code, "unknown_parameter");
  EXPECT_EQ(unknown.field, "detecter");
  EXPECT_EQ(unknown.message, "detecter: no such parameter; did you mean detector?");
  EXPECT_EQ(refusal({{"", ""}}, kOnlyMake).code, "unknown_parameter");
}

TEST(Query, RefusesAParameterThatIsGivenTwice) {
  EXPECT_EQ(refusal({{"rows", "1"}, {"from", "1"}, {"rows", "1"}}, kOnlyMake).code, "repeated_parameter");
}

TEST(Query, TakesOnlyTheNamesOfAChoice) {
  EXPECT_EQ(Query(kKnown, {{"detector", "max"}}).choice("detector"), "max");
  EXPECT_EQ(Query(kKnown, {{"detectors", "max,min"}}).choices("detectors"), (std::vector<std::string>{"max", "min"}));
  for (const char* text : {"", "Max", "peak"})
    EXPECT_EQ(refusal({{"detector", text}}, [](const Query& query) { query.choice("detector"); }).message,
              "detector: \"" + std::string(text) + "\" is not one of mean, max, min");
  for (const char* text : {"", "max,", ",max", "max,,min", "max min"})
    EXPECT_EQ(refusal({{"detectors", text}}, [](const Query& query) { query.choices("detectors"); }).code, "bad_value")
        << text;
}

TEST(Query, ReadsTimesAndHowLongAgo) {
  const Time now(1'000'000'000s);
  const auto time = [&](const char* text) { return Query(kKnown, {{"since", text}}).time("since", now); };
  EXPECT_EQ(time("2001-09-09T01:46:39Z"), now - 1s);
  EXPECT_EQ(time("999999999.5"), now - 500ms);
  EXPECT_EQ(time("-60"), now - 60s);
  EXPECT_EQ(time("-0.25"), now - 250ms);
  for (const char* text : {"", "yesterday", "2001-09-09", "2001-13-09T00:00:00Z", "-", "nan", "-inf", "1e30", "-1e30"})
    EXPECT_NE(refusal({{"since", text}}, [&](const Query& query) { query.time("since", now); }).code, "none") << text;
}

TEST(Query, ReadsFlags) {
  EXPECT_TRUE(Query(kKnown, {{"live", "1"}}).flag("live"));
  EXPECT_FALSE(Query(kKnown, {{"live", "0"}}).flag("live"));
  EXPECT_EQ(refusal({{"live", "yes"}}, [](const Query& query) { query.flag("live"); }).code, "bad_value");
}

TEST(Query, RepeatsOnlyALittleOfWhatItWasGiven) {
  const Refusal long_name = refusal({{std::string(10'000, 'x'), ""}}, kOnlyMake);
  EXPECT_LT(long_name.message.size(), 200U);
  EXPECT_LT(long_name.field.size(), 100U);
}

}  // namespace
}  // namespace spectrumd
