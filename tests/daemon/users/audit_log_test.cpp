// SPDX-License-Identifier: MIT
#include "daemon/users/audit_log.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/daemon/sources/file/temporary_folder.h"
#include "tests/eventually.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

AuditEntry entry(const std::string& who, int number, Time time = std::chrono::system_clock::now()) {
  return {.time = time,
          .who = who,
          .address = "192.0.2.7",
          .what = "PATCH /api/v1/tuning",
          .values = "{\"center\":" + std::to_string(number) + "}"};
}

struct AuditFile : testing::Test {
  std::uint64_t bytes() const {
    std::uint64_t sum = 0;
    for (const auto& file : std::filesystem::directory_iterator(place)) sum += file.file_size();
    return sum;
  }

  TemporaryFolder folder;
  const std::filesystem::path place = folder.path("state");
};

TEST_F(AuditFile, HasALineForEachChangeTheNewestFirst) {
  AuditLog log(place);
  EXPECT_TRUE(log.newest(10).empty());
  EXPECT_FALSE(std::filesystem::exists(place));
  log.note(entry("anna", 1));
  log.note(entry("bert", 2));
  const auto lines = log.newest(10);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0]["who"], "bert");
  EXPECT_EQ(lines[1]["who"], "anna");
  EXPECT_EQ(lines[1]["address"], "192.0.2.7");
  EXPECT_EQ(lines[1]["what"], "PATCH /api/v1/tuning");
  EXPECT_EQ(lines[1]["values"], "{\"center\":1}");
  EXPECT_EQ(log.newest(1).size(), 1U);
  struct stat status {};
  ASSERT_EQ(::stat(log.file().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
}

TEST_F(AuditFile, StaysBoundedUnderTenThousandChanges) {
  AuditLog log(place, {.file_bytes = 64 << 10});
  for (int i = 0; i < 10'000; ++i) {
    log.note(entry(i % 2 == 0 ? "anna" : "bert", i));
    if (i % 500 == 499) log.newest(1);  // as fast as a disk takes them
  }
  EXPECT_EQ(log.newest(1).front()["values"], "{\"center\":9999}");
  EXPECT_LE(bytes(), 128U << 10);
  EXPECT_GT(bytes(), 64U << 10);
  EXPECT_GT(log.newest(10'000).size(), 500U);
}

TEST_F(AuditFile, CountsWhatItCannotTake) {
  AuditLog log(place);
  for (int i = 0; i < 100'000; ++i) log.note(entry(i % 2 == 0 ? "anna" : "bert", i));
  log.note(entry("carl", 0));
  std::uint64_t written = 0;
  bool has_gap = false;
  for (const Json& line : log.newest(1'000'000)) {
    written += line.value("times", 1U);
    has_gap |= line["what"] != "PATCH /api/v1/tuning";
  }
  EXPECT_TRUE(has_gap || written == 100'001) << "nothing is lost without a line that says so";
}

TEST_F(AuditFile, WritesATurningDialAsOneLine) {
  {
    AuditLog log(place);
    const Time now = std::chrono::system_clock::now();
    for (int i = 0; i < 100; ++i) log.note(entry("anna", i, now + i * 1ms));
    log.note(entry("bert", 1, now + 1s));
    const auto lines = log.newest(10);
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[2]["values"], "{\"center\":0}") << "the first at once";
    EXPECT_EQ(lines[1]["values"], "{\"center\":99}");
    EXPECT_EQ(lines[1]["times"], 99);
  }
  EXPECT_EQ(AuditLog(place).newest(10).size(), 3U) << "after a restart";
}

TEST_F(AuditFile, KeepsWhatIsStillCountedWhenItEnds) {
  {
    AuditLog log(place);
    for (int i = 0; i < 5; ++i) log.note(entry("anna", i));
  }
  const auto lines = AuditLog(place).newest(10);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0]["times"], 4);
}

// Root appends to it where another user may write.
TEST_F(AuditFile, FollowsNoLink) {
  std::filesystem::create_directories(place);
  const std::string target = folder.write("precious", "kept");
  std::filesystem::create_symlink(target, place / "audit.log");
  AuditLog log(place);
  log.note(entry("anna", 1));
  log.newest(1);
  std::ifstream file(target);
  std::string text;
  std::getline(file, text);
  EXPECT_EQ(text, "kept");
}

}  // namespace
}  // namespace spectrumd
