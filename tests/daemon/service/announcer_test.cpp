// SPDX-License-Identifier: MIT
#include "daemon/service/announcer.h"

#include <gtest/gtest.h>

#include <atomic>

#include "tests/daemon/server/gate.h"
#include "tests/daemon/service/fake_responder.h"
#include "tests/eventually.h"

namespace spectrumd {
namespace {

const AnnouncedServer kServer{.listen_host = "0.0.0.0", .port = 8088, .name = "spectrumd on pi", .facts = {}};

std::shared_ptr<OwnNames> no_names() {
  return std::make_shared<OwnNames>([] { return std::vector<std::string>{}; });
}

std::unique_ptr<FakeResponder> running_responder(FakeNetwork& network) {
  auto responder = std::make_unique<FakeResponder>(network);
  responder->happen(Responder::Event::Running);
  return responder;
}

TEST(Announcer, LetsTheServerAnswerToWhatItAnnounces) {
  FakeNetwork network;
  const auto names = no_names();
  {
    const Announcer announcer(kServer, names, [&] { return running_responder(network); });
    EXPECT_TRUE(eventually([&] { return names->has("pi.local"); }));
  }
  EXPECT_FALSE(names->has("pi.local"));
  EXPECT_EQ(Announcer::alive(), 0);
}

TEST(Announcer, ComesBackWithAvahi) {
  FakeNetwork first, second{.host = "pi-2.local"};
  const auto names = no_names();
  int attempts = 0;
  const Announcer announcer(kServer, names, [&]() -> std::unique_ptr<Responder> {
    if (++attempts == 1) throw NoResponder("D-Bus is not there", true);
    auto responder = running_responder(attempts == 2 ? first : second);
    if (attempts == 2) responder->happen(Responder::Event::Gone);
    return responder;
  });
  EXPECT_TRUE(eventually([&] { return names->has("pi-2.local"); }));
  EXPECT_FALSE(names->has("pi.local"));
}

TEST(Announcer, TriesOnceWhereTheBuildCannot) {
  std::atomic<int> attempts = 0;
  const Announcer announcer(kServer, no_names(), [&]() -> std::unique_ptr<Responder> {
    ++attempts;
    throw NoResponder("this build cannot", false);
  });
  EXPECT_TRUE(eventually([] { return Announcer::alive() == 0; }));
  EXPECT_EQ(attempts, 1);
}

TEST(Announcer, DoesNotWaitForAvahiThatHangs) {
  const auto gate = std::make_shared<Gate>();
  gate->shut();
  {
    const Announcer announcer(kServer, no_names(), [gate]() -> std::unique_ptr<Responder> {
      gate->pass();
      throw NoResponder("too late", true);
    });
    EXPECT_TRUE(gate->holds(1));
  }  // which would never end
  EXPECT_EQ(Announcer::alive(), 1);
  gate->open();
  EXPECT_TRUE(eventually([] { return Announcer::alive() == 0; })) << "it ends once it can";
}

}  // namespace
}  // namespace spectrumd
