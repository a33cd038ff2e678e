// SPDX-License-Identifier: MIT
#include "daemon/users/users.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <thread>

#include "daemon/users/door.h"
#include "tests/daemon/sources/file/temporary_folder.h"
#include "tests/eventually.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;
using Why = UserError::Why;

std::string text_of(const std::filesystem::path& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

template <class Act>
std::optional<Why> refusal(Act act) {
  try {
    act();
  } catch (const UserError& error) {
    return error.why;
  }
  return std::nullopt;
}

struct UsersFile : testing::Test {
  TemporaryFolder folder;
  const std::filesystem::path place = folder.path("state");
  Users users{place};
};

TEST_F(UsersFile, HasNoOneAtFirst) {
  EXPECT_FALSE(users.list()->guards());
  EXPECT_FALSE(std::filesystem::exists(place)) << "nothing is made before there is a user";
}

TEST_F(UsersFile, IsReadAgainAfterItCouldNotBeRead) {
  users.add("anna", Role::Viewer);
  ASSERT_EQ(users.list()->users().size(), 1U);
  Users(place).add("bert", Role::Viewer);
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  const rlimit none{.rlim_cur = 0, .rlim_max = before.rlim_max};
  setrlimit(RLIMIT_NOFILE, &none);
  std::this_thread::sleep_for(300ms);  // it looks each 250 ms
  EXPECT_EQ(users.list()->users().size(), 1U) << "as before";
  setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_TRUE(eventually([&] { return users.list()->users().size() == 2; }));
}

TEST_F(UsersFile, KeepsOnlyAHashOfATokenWhereOnlyItsOwnerReads) {
  const std::string token = users.add("DL1ABC/p", Role::Tuner);
  EXPECT_EQ(token.size(), 32U) << "128 bits";
  EXPECT_NE(token, users.add("bert", Role::Viewer));
  const std::string text = text_of(users.file());
  EXPECT_EQ(text.find(token), std::string::npos);
  EXPECT_NE(text.find(hex_of(sha256(token))), std::string::npos);
  struct stat status {};
  ASSERT_EQ(::stat(users.file().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
  const User* user = users.list()->with_token(token);
  ASSERT_TRUE(user);
  EXPECT_EQ(user->name, "DL1ABC/p");
  EXPECT_EQ(user->role, Role::Tuner);
  for (const std::string& wrong : {std::string(), token.substr(1), token + "0", std::string(32, '0')})
    EXPECT_FALSE(users.list()->with_token(wrong)) << wrong;
}

TEST_F(UsersFile, SeesWhatAnotherProcessChangesWithinASecond) {
  const std::string token = users.add("anna", Role::Viewer);
  Users other(place);
  EXPECT_TRUE(other.list()->with_token(token));
  const auto start = std::chrono::steady_clock::now();
  other.set_role("anna", Role::Tuner);
  EXPECT_TRUE(eventually([&] { return users.list()->find("anna")->role == Role::Tuner; }));
  other.revoke("anna");
  EXPECT_TRUE(eventually([&] { return !users.list()->with_token(token); }));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
}

TEST_F(UsersFile, TakesChangesOfManyAtOnceWithoutLosingOne) {
  std::vector<std::thread> threads;
  for (const char who : {'a', 'b', 'c', 'd'})
    threads.emplace_back([this, who] {
      Users own(place);
      for (int i = 0; i < 10; ++i) own.add(std::string(1, who) + std::to_string(i), Role::Listener);
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Users(place).list()->users().size(), 40U);
}

TEST_F(UsersFile, RefusesNamesThatCouldBeMistaken) {
  for (const char* name :
       {"", " ", "an na", "(token)", "a\nb", "\xc3\xa4", "<b>", "a\"b", "012345678901234567890123456789012"})
    EXPECT_EQ(refusal([&] { users.add(name, Role::Viewer); }), Why::BadName) << name;
  users.add("anna", Role::Viewer);
  EXPECT_EQ(refusal([&] { users.add("anna", Role::Admin); }), Why::Known);
  EXPECT_EQ(users.list()->find("anna")->role, Role::Viewer);
  EXPECT_EQ(refusal([&] { users.revoke("bert"); }), Why::Unknown);
  EXPECT_EQ(refusal([&] { users.set_role("bert", Role::Admin); }), Why::Unknown);
}

TEST_F(UsersFile, KeepsTheLastAdminWhereAsked) {
  users.add("anna", Role::Admin);
  EXPECT_EQ(refusal([&] { users.revoke("anna", true); }), Why::LastAdmin);
  EXPECT_EQ(refusal([&] { users.set_role("anna", Role::Tuner, true); }), Why::LastAdmin);
  users.add("bert", Role::Admin);
  EXPECT_EQ(users.set_role("anna", Role::Tuner, true), Role::Admin);
  users.revoke("bert");
  EXPECT_EQ(users.list()->count(Role::Admin), 0U);
}

// As with sudo, for the service.
TEST_F(UsersFile, BelongToTheOwnerOfTheFolderThatRootMakesThemIn) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root";
  constexpr uid_t kOther = 65534;
  std::filesystem::create_directories(place);
  ASSERT_EQ(::chown(place.c_str(), kOther, kOther), 0);
  Users hub(place / "hub");
  hub.add("anna", Role::Viewer);
  for (const std::filesystem::path& made : {place / "hub", hub.file()}) {
    struct stat status {};
    ASSERT_EQ(::stat(made.c_str(), &status), 0);
    EXPECT_EQ(status.st_uid, kOther) << made;
  }
}

// Whatever becomes of the file, no one gets in by it.
TEST_F(UsersFile, StaysShutWhenTheFileIsBrokenOrGone) {
  const std::string token = users.add("anna", Role::Admin);
  const std::string good = text_of(users.file());
  std::ofstream(users.file()) << "{\"users\": [";
  std::this_thread::sleep_for(Users::kLook);
  EXPECT_TRUE(users.list()->with_token(token)) << "who is in stays in";
  EXPECT_EQ(refusal([&] { users.add("bert", Role::Admin); }), Why::Unreadable) << "and the file stays as it is";
  Users fresh(place);
  EXPECT_TRUE(fresh.list()->guards()) << "a start does not take it for an empty list";
  EXPECT_FALSE(fresh.list()->with_token(token));
  std::filesystem::remove(users.file());
  std::this_thread::sleep_for(Users::kLook);
  EXPECT_TRUE(users.list()->guards());
  EXPECT_FALSE(users.list()->with_token(token));
  std::ofstream(users.file()) << good;
  EXPECT_TRUE(eventually([&] { return users.list()->with_token(token) != nullptr; }));
}

TEST_F(UsersFile, RefusesFilesThatMakeNoSense) {
  const std::string hash(64, 'a');
  const auto text = [&](const std::string& name, const std::string& role, const std::string& digest) {
    return R"({"users": [{"name": ")" + name + R"(", "role": ")" + role + R"(", "token_sha256": ")" + digest +
           R"(", "made": "2026-11-21T08:03:49Z"}]})";
  };
  EXPECT_EQ(read_users(text("anna", "admin", hash)).users().size(), 1U);
  EXPECT_ANY_THROW(read_users(text("anna", "root", hash)));
  EXPECT_ANY_THROW(read_users(text("an na", "admin", hash)));
  EXPECT_ANY_THROW(read_users(text("anna", "admin", hash.substr(2))));
  EXPECT_ANY_THROW(read_users(text("anna", "admin", hash.substr(2) + "zz")));
  EXPECT_ANY_THROW(read_users("[]"));
  EXPECT_ANY_THROW(read_users(""));
}

TEST(Door, LetsInByTokenAsUserOrNot) {
  const UserList list({{.name = "anna", .role = Role::Tuner, .token_hash = sha256("0123456789"), .made = {}}});
  const auto users = std::make_shared<const UserList>(list);
  const ServerSettings with_token{.token = "0123456789abcdef"}, published{.public_reading = true};
  EXPECT_EQ(Door(ServerSettings()).anyone()->role, Role::Admin) << "as ever";
  EXPECT_FALSE(Door(ServerSettings(), users).anyone());
  EXPECT_EQ(Door(published, users).anyone()->role, Role::Listener);
  EXPECT_EQ(Door(with_token, users).owner_of("0123456789abcdef")->role, Role::Admin);
  const auto anna = Door(with_token, users).owner_of("0123456789");
  EXPECT_EQ(anna->role, Role::Tuner);
  EXPECT_EQ(anna->name, "anna");
  EXPECT_FALSE(Door(ServerSettings(), users).owner_of(""));
  EXPECT_FALSE(Door(ServerSettings(), std::make_shared<const UserList>(UserList::unreadable())).anyone());
}

TEST(Door, KnowsWhatHasBecomeOfWhoCameIn) {
  const auto users = [](Role role, const char* token) {
    return std::make_shared<const UserList>(
        UserList({{.name = "anna", .role = role, .token_hash = sha256(token), .made = {}}}));
  };
  const ServerSettings settings;
  const Caller anna = *Door(settings, users(Role::Tuner, "a")).owner_of("a");
  EXPECT_EQ(Door(settings, users(Role::Viewer, "a")).now(anna)->role, Role::Viewer);
  EXPECT_FALSE(Door(settings, users(Role::Admin, "b")).now(anna)) << "another person of the same name";
  EXPECT_FALSE(Door(settings).now(anna)) << "also where anyone may come in";
  const Caller anyone = *Door(settings).anyone();
  EXPECT_FALSE(Door(settings, users(Role::Viewer, "a")).now(anyone)) << "from the first user on";
}

}  // namespace
}  // namespace spectrumd
