// SPDX-License-Identifier: MIT
#include "gpufft/program/record.h"

#include <gtest/gtest.h>

#include <limits>

namespace gpufft::program {
namespace {

const Record kRecord{{"name", "a \"b\"\n"},
                     {"count", std::size_t{12}},
                     {"whole", 70.0},
                     {"small", 1.5e-7},
                     {"infinite", std::numeric_limits<double>::infinity()},
                     {"absent", std::optional<double>()},
                     {"there", std::optional(0.1)},
                     {"passed", true},
                     {"list", std::vector<std::size_t>{2, 3}},
                     {"lists", std::vector<std::vector<std::size_t>>{{2}, {}}},
                     {"inner", Record{{"x", 1.5}}},
                     {"inners", std::vector<Record>{{{"y", "z"}}}},
                     {"shown", "for people", true}};

TEST(Record, IsAJsonObjectInTheOrderOfItsNames) {
  EXPECT_EQ(to_json(kRecord),
            R"({"absent":null,"count":12,"infinite":null,"inner":{"x":1.5},"inners":[{"y":"z"}],"list":[2,3],)"
            R"("lists":[[2],[]],"name":"a \"b\"\u000a","passed":true,"small":1.5e-07,"there":0.1,"whole":70.0})");
}

TEST(Record, IsALineThatNamesItsFields) {
  testing::internal::CaptureStdout();
  show(kRecord, "{count:>4}|{whole:.2f}|{shown}|{count:<4}|", false);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "  12|70.00|for people|12  |\n");
}

}  // namespace
}  // namespace gpufft::program
