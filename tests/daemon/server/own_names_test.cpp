// SPDX-License-Identifier: MIT
#include "daemon/server/own_names.h"

#include <gtest/gtest.h>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;
using Names = std::vector<std::string>;

TEST(NamesOfMachine, AreItsHostNameAloneAndInTheLocalNetwork) {
  EXPECT_EQ(names_of_machine("RaspberryPi", "", ""), (Names{"raspberrypi", "raspberrypi", "raspberrypi.local"}));
  EXPECT_EQ(names_of_machine("pi.radio.example", "", ""), (Names{"pi.radio.example", "pi", "pi.local"}));
  EXPECT_EQ(names_of_machine("", "search lan", "127.0.1.1 .lan"), Names{});
}

TEST(NamesOfMachine, HaveTheDomainsOfTheNetwork) {
  const Names names =
      names_of_machine("pi", "# by the router\nnameserver 192.168.1.1\nsearch fritz.box. Lan . # two\n", "");
  EXPECT_EQ(names, (Names{"pi", "pi", "pi.local", "pi.fritz.box", "pi.lan"}));
  EXPECT_EQ(names_of_machine("pi", "domain home\nsearch lan\n", "").back(), "pi.lan") << "the last one holds";
  EXPECT_EQ(names_of_machine("pi", "search .\n", "").back(), "pi.local");
}

TEST(NamesOfMachine, HaveItsFullNameOfTheHostsFile) {
  const Names names = names_of_machine("pi", "",
                                       "127.0.0.1 localhost\n127.0.1.1 pi.example.org pi #pi.evil.example\n"
                                       "0.0.0.0 ads.example pip.example\npi.first\n");
  EXPECT_EQ(names, (Names{"pi", "pi", "pi.local", "pi.example.org"}));
}

TEST(OwnNames, AreThoseOfThisMachineInAnyCase) {
  OwnNames names;
  for (const std::string& name : names_of_this_machine()) EXPECT_TRUE(names.has(name)) << name;
  EXPECT_FALSE(names.has("no-name-of-this-machine.example"));
  OwnNames pi([] { return Names{"pi"}; });
  EXPECT_TRUE(pi.has("PI"));
  EXPECT_FALSE(pi.has(""));
}

TEST(OwnNames, AreReadAgainWhenTheNetworkComesUp) {
  Names machine{"pi"};
  int reads = 0;
  OwnNames names([&] { return ++reads, machine; });
  const OwnNames::Clock::time_point start{};
  EXPECT_FALSE(names.has("pi.lan", start));
  machine.emplace_back("pi.lan");
  EXPECT_FALSE(names.has("pi.lan", start + 4s)) << "not with every request";
  EXPECT_TRUE(names.has("pi.lan", start + 5s));
  EXPECT_TRUE(names.has("pi", start + 20s));
  EXPECT_EQ(reads, 2) << "known names need no reading";
}

TEST(OwnNames, AreAlsoThoseAnnounced) {
  OwnNames names([] { return Names{}; });
  names.announce({"spectrumd.local", "pi-2.local"});
  EXPECT_TRUE(names.has("Spectrumd.local"));
  names.announce({"pi-2.local"});
  EXPECT_FALSE(names.has("spectrumd.local"));
  EXPECT_TRUE(names.has("pi-2.local"));
}

}  // namespace
}  // namespace spectrumd
