// SPDX-License-Identifier: MIT
#include "daemon/users/dial_queue.h"

#include <gtest/gtest.h>

#include <thread>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;
using Names = std::vector<std::string>;

UserList tuners(const Names& names) {
  std::vector<User> users;
  for (const std::string& name : names)
    users.push_back({.name = name, .role = Role::Tuner, .token_hash = {}, .made = {}});
  return UserList(std::move(users));
}

struct DialOfThree : testing::Test {
  DialQueue::State at(std::chrono::seconds second) { return dial.state(users, start + second); }
  bool uses(const char* name, std::chrono::seconds second) { return dial.use(name, start + second); }
  void asks(const char* name, std::chrono::seconds second) { dial.ask(name, start + second); }

  const DialQueue::Clock::time_point start = DialQueue::Clock::now();
  UserList users = tuners({"anna", "bert", "carl"});
  DialQueue dial;
};

TEST_F(DialOfThree, IsHadByWhoUsesItFirstAndLostUnused) {
  EXPECT_EQ(at(0s).holder, "");
  EXPECT_TRUE(uses("anna", 0s));
  EXPECT_FALSE(uses("bert", 1s));
  EXPECT_TRUE(uses("anna", 59s));
  EXPECT_FALSE(uses("bert", 118s));
  EXPECT_EQ(at(118s).left, 1s);
  EXPECT_TRUE(uses("bert", 119s));
  EXPECT_FALSE(uses("anna", 120s));
  EXPECT_TRUE(dial.news(users, start + 120s).empty()) << "one's own change is not news";
}

TEST_F(DialOfThree, GoesRoundInTheOrderInWhichItWasAskedFor) {
  uses("anna", 0s);
  asks("bert", 1s);
  asks("carl", 2s);
  asks("bert", 3s);
  EXPECT_EQ(at(4s).waiting, (Names{"bert", "carl"})) << "asking twice gives one place";
  EXPECT_EQ(at(60s).holder, "bert");
  EXPECT_FALSE(uses("carl", 61s)) << "nor is it to be had past the queue";
  EXPECT_FALSE(uses("anna", 61s));
  EXPECT_EQ(at(120s).holder, "carl") << "bert did nothing with it";
  EXPECT_EQ(at(180s).holder, "");
  EXPECT_EQ(dial.news(users, start + 180s), (Names{"bert", "carl"}));
}

TEST_F(DialOfThree, ReachesTheLastOfTheQueueAlsoIfNoOneLooksMeanwhile) {
  uses("anna", 0s);
  asks("bert", 1s);
  asks("carl", 2s);
  EXPECT_EQ(at(130s).holder, "carl");
  EXPECT_EQ(at(130s).left, 50s);
}

// A program that tunes every second must not keep the others out.
TEST_F(DialOfThree, IsNotKeptForMoreThanTenPeriodsWhileOthersWait) {
  for (int second = 0; second <= 1000; ++second) EXPECT_TRUE(uses("anna", std::chrono::seconds(second)));
  asks("bert", 1000s);
  int had = 0;
  for (int second = 1001; second < 3000; ++second) had += uses("anna", std::chrono::seconds(second)) ? 1 : 0;
  EXPECT_EQ(had, 599 + 3000 - 1660) << "until bert's turn, and when that was over";
}

TEST_F(DialOfThree, TwoWhoTuneAllTheTimeHaveItInTurn) {
  int anna = 0, bert = 0;
  for (int second = 0; second < 12000; ++second) {
    const std::chrono::seconds now(second);
    if (uses("anna", now))
      ++anna;
    else
      asks("anna", now);
    if (uses("bert", now))
      ++bert;
    else
      asks("bert", now);
  }
  EXPECT_NEAR(anna, bert, 700) << "a period of each";
  EXPECT_GT(anna + bert, 11900);
}

TEST_F(DialOfThree, IsGivenUpAndTaken) {
  uses("anna", 0s);
  asks("bert", 1s);
  asks("carl", 1s);
  dial.leave("bert", start + 2s);
  EXPECT_EQ(at(2s).waiting, Names{"carl"});
  dial.leave("anna", start + 3s);
  EXPECT_EQ(at(3s).holder, "carl");
  dial.take("bert", start + 4s);
  EXPECT_EQ(at(4s).holder, "bert");
  EXPECT_FALSE(uses("carl", 5s));
  EXPECT_EQ(dial.news(users, start + 5s), (Names{"carl", "bert"}));
}

TEST_F(DialOfThree, IsLostWithTheRightToTune) {
  uses("anna", 0s);
  asks("bert", 1s);
  asks("carl", 1s);
  users = tuners({"carl"});
  const DialQueue::State now = at(2s);
  EXPECT_EQ(now.holder, "carl");
  EXPECT_TRUE(now.waiting.empty());
}

TEST(DialQueue, IsHadByOneOfManyWhoTryAtOnce) {
  DialQueue dial;
  std::atomic<int> had = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 16; ++i)
    threads.emplace_back([&, name = std::to_string(i)] {
      for (int n = 0; n < 1000; ++n)
        if (dial.use(name)) {
          ++had;
          break;
        }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(had, 1);
}

}  // namespace
}  // namespace spectrumd
