// SPDX-License-Identifier: MIT
#include "gpufft/planning/planner.h"

#include <gtest/gtest.h>

#include <functional>
#include <numeric>

namespace {

using gpufft::cheapest_routes;
using gpufft::cost_of;
using gpufft::modelled_cost;
using Radices = std::vector<std::size_t>;

std::size_t product(const Radices& radices) {
  return std::accumulate(radices.begin(), radices.end(), std::size_t{1}, std::multiplies<>());
}

TEST(Planner, RoutesLeadAllTheWay) {
  for (std::size_t columns = 2; columns < 5000; ++columns) {
    for (const auto& route : cheapest_routes(columns, modelled_cost, 3)) {
      ASSERT_EQ(product(route.radices), columns);
      ASSERT_DOUBLE_EQ(route.cost, cost_of(route.radices, modelled_cost)) << columns;
    }
  }
}

TEST(Planner, FindsNoRouteThroughAPrimeThatIsNoRadix) {
  for (const std::size_t columns : {17, 38, 10007}) EXPECT_TRUE(cheapest_routes(columns, modelled_cost).empty());
  EXPECT_FALSE(cheapest_routes(2 * 3 * 5 * 7 * 11 * 13, modelled_cost).empty());
}

TEST(Planner, TakesWhatIsCheapAndWhereItIsCheap) {
  const auto only = [](std::size_t cheap) {
    return [cheap](std::size_t radix, std::size_t) { return radix == cheap ? 1.0 : 10.0; };
  };
  EXPECT_EQ(cheapest_routes(64, only(2)).front().radices, Radices(6, 2));
  EXPECT_EQ(cheapest_routes(64, only(4)).front().radices, Radices(3, 4));
  const auto dear_at_the_end = [](std::size_t radix, std::size_t part) { return part == 1 && radix == 16 ? 9.0 : 1.0; };
  EXPECT_EQ(cheapest_routes(64, dear_at_the_end).front().cost, 2);
  EXPECT_NE(cheapest_routes(64, dear_at_the_end).front().radices.back(), 16U);
}

TEST(Planner, NamesTheRunnersUpInOrder) {
  const auto routes = cheapest_routes(1024, modelled_cost, 3);
  ASSERT_EQ(routes.size(), 3U);
  EXPECT_LE(routes[0].cost, routes[1].cost);
  EXPECT_LE(routes[1].cost, routes[2].cost);
  EXPECT_NE(routes[0].radices, routes[1].radices);
  EXPECT_LT(routes[0].cost, cost_of(Radices(10, 2), modelled_cost));
}

}  // namespace
