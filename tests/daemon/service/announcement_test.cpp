// SPDX-License-Identifier: MIT
#include "daemon/service/announcement.h"

#include <gtest/gtest.h>

#include "tests/daemon/service/fake_responder.h"

namespace spectrumd {
namespace {

using Names = std::vector<std::string>;

const LocalAddress kEthernet{2, false, "192.168.1.20"}, kWireless{3, false, "192.168.1.21"};

struct AnnouncementWorld : testing::Test {
  // Until the network is quiet.
  void settle() {
    for (auto events = responder.work({}); !events.empty(); events = responder.work({}))
      for (const Responder::Event event : events) announcement.on(event);
  }
  void happen(Responder::Event event) {
    responder.happen(event);
    settle();
  }

  FakeNetwork network;
  FakeResponder responder{network};
  std::vector<LocalAddress> addresses{kEthernet};
  Names names{"nothing reported"};
  Announcement announcement{
      {.listen_host = "0.0.0.0", .port = 8088, .name = "spectrumd on pi", .facts = {}},
      responder,
      {.addresses = [this] { return addresses; }, .names_announced = [this](Names all) { names = std::move(all); }}};
};

TEST_F(AnnouncementWorld, PublishesNothingUntilTheResponderRuns) {
  announcement.look();
  happen(Responder::Event::Waiting);
  EXPECT_EQ(network.service, "");
  EXPECT_EQ(announcement.text(), "");
}

TEST_F(AnnouncementWorld, PublishesTheServicesAndTheAlias) {
  happen(Responder::Event::Running);
  EXPECT_EQ(network.service, "spectrumd on pi");
  EXPECT_EQ(network.alias, std::vector{kEthernet});
  EXPECT_EQ(names, (Names{"pi.local", "spectrumd.local"}));
  EXPECT_EQ(announcement.text(), "as \"spectrumd on pi\", at http://spectrumd.local:8088");
}

TEST_F(AnnouncementWorld, TakesAnotherNameForItsServicesWhereOthersHaveIt) {
  network.names_of_others = {"spectrumd on pi", "spectrumd on pi'"};
  happen(Responder::Event::Running);
  EXPECT_EQ(network.service, "spectrumd on pi''");
  EXPECT_EQ(announcement.text(), "as \"spectrumd on pi''\", at http://spectrumd.local:8088");
}

TEST_F(AnnouncementWorld, LeavesTheAliasToWhichMachineHasIt) {
  network.names_of_others = {"spectrumd.local"};
  happen(Responder::Event::Running);
  EXPECT_EQ(network.service, "spectrumd on pi");
  EXPECT_EQ(names, Names{"pi.local"});
  EXPECT_EQ(announcement.text(), "as \"spectrumd on pi\", at http://pi.local:8088");
  network.names_of_others.clear();
  announcement.look();
  settle();
  EXPECT_EQ(names, Names{"pi.local"}) << "links to the name of the machine stay good";
}

TEST_F(AnnouncementWorld, LosesTheAliasToAMachineThatComesLater) {
  happen(Responder::Event::Running);
  happen(Responder::Event::AliasCollides);
  EXPECT_EQ(names, Names{"pi.local"});
  EXPECT_EQ(announcement.text(), "as \"spectrumd on pi\", at http://pi.local:8088");
}

TEST_F(AnnouncementWorld, PublishesAgainUnderTheNewNameOfTheMachine) {
  happen(Responder::Event::Running);
  happen(Responder::Event::Renaming);
  EXPECT_EQ(network.service, "");
  EXPECT_EQ(network.alias, std::vector<LocalAddress>{});
  EXPECT_EQ(names, Names{});
  network.host = "pi-2.local";
  happen(Responder::Event::Running);
  EXPECT_EQ(names, (Names{"pi-2.local", "spectrumd.local"}));
}

TEST_F(AnnouncementWorld, WithdrawsItsNamesWhenTheResponderIsGone) {
  happen(Responder::Event::Running);
  happen(Responder::Event::Gone);
  EXPECT_EQ(names, Names{});
  EXPECT_EQ(announcement.text(), "");
  happen(Responder::Event::AliasPublished);
  EXPECT_EQ(names, Names{}) << "about what has been withdrawn";
}

TEST_F(AnnouncementWorld, FollowsTheAddressesOfTheMachine) {
  happen(Responder::Event::Running);
  addresses = {kEthernet, kWireless};
  announcement.look();
  settle();
  EXPECT_EQ(network.alias, addresses);
  addresses = {};
  announcement.look();
  settle();
  EXPECT_EQ(names, Names{"pi.local"}) << "no address, no alias";
  addresses = {kWireless};
  announcement.look();
  settle();
  EXPECT_EQ(network.alias, addresses);
  EXPECT_EQ(names, (Names{"pi.local", "spectrumd.local"}));
}

TEST_F(AnnouncementWorld, TriesAgainWhatFailed) {
  network.refuses = true;
  happen(Responder::Event::Running);
  EXPECT_EQ(announcement.text(), "");
  network.refuses = false;
  announcement.look();
  settle();
  EXPECT_EQ(announcement.text(), "as \"spectrumd on pi\", at http://spectrumd.local:8088");
}

TEST_F(AnnouncementWorld, GivesUpWhereEveryNameIsTaken) {
  std::string name = "spectrumd on pi";
  for (int i = 0; i < 100; ++i, name += "'") network.names_of_others.insert(name);
  happen(Responder::Event::Running);
  EXPECT_EQ(network.service, "");
  announcement.look();
  settle();
  EXPECT_EQ(announcement.text(), "");
  EXPECT_EQ(names, (Names{"pi.local", "spectrumd.local"})) << "the alias is still there";
}

}  // namespace
}  // namespace spectrumd
