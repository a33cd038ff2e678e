// SPDX-License-Identifier: MIT
// What kill -9, power cuts, full disks and flipped bits cost.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <fstream>
#include <random>

#include "daemon/store/level_file.h"
#include "daemon/store/store_writer.h"
#include "daemon/store/verify.h"
#include "mailbox/descriptor.h"
#include "tests/daemon/store/store_world.h"
#include "tests/daemon/store/test_disk.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

const Time kCrashStart = *parse_time("2026-11-22T23:50:00Z");

// What was written before is there and nothing else is: rows of whole seconds without a hole, all levels as they were.
void expect_all_until(const StoreReader& reader, Time written, Time start = kCrashStart) {
  const StoredRows stored = stored_rows(reader, 0);
  EXPECT_EQ(stored.wrong_levels, 0U);
  EXPECT_EQ(stored.missing_levels, 0U);
  const auto expected = static_cast<std::size_t>((written - start) / 1s);
  EXPECT_GE(stored.rows.size(), expected);
  for (std::size_t i = 0; i < stored.rows.size(); ++i) ASSERT_EQ(stored.rows[i]->time, start + 1s * i);
}

void expect_no_faults(const std::filesystem::path& folder) {
  for (const auto& file : store_files(folder))
    for (const StoreFault& fault : verify_file(file)) ADD_FAILURE() << fault.file << ": " << fault.text;
}

TEST(Crash, PowerCutsLoseNothingOlderThanTheLastCommitAndInventNothing) {
  const StoreFolder folder;
  TestDisk& disk = TestDisk::instance();
  disk.reset();
  disk.record(true);
  StoreWorld world(folder.path(), kCrashStart, TestDisk::name(), 32);
  world.plan.flush = 20s;
  std::vector<std::pair<std::size_t, Time>> commits;  // operations until then, and what is safe since
  world.start();
  for (int i = 0; i < 3000; ++i) {
    const std::size_t writes = world.writes;
    world.second();
    const auto newest = world.writes > writes ? world.reader().newest(0) : std::nullopt;
    if (newest) commits.emplace_back(disk.operations().size(), newest->end());
  }
  world.kill();
  disk.record(false);
  ASSERT_GT(commits.size(), 100U);
  std::mt19937_64 random(7);
  for (int i = 0; i < 330; ++i) {
    const std::size_t after = random() % disk.operations().size();
    const auto how = static_cast<TestDisk::Cut>(i % 3);
    SCOPED_TRACE(testing::Message() << "cut " << i << " after operation " << after << ", mode " << i % 3);
    const StoreFolder image;
    disk.cut(after, how, random, folder.path(), image.path());
    Time safe = kCrashStart;
    for (const auto& [operations, time] : commits)
      if (operations <= after) safe = time;
    StoreWorld next(image.path(), safe + 1h, nullptr, 32);
    ASSERT_NO_THROW(next.start());  // also makes what the coarser levels lack
    EXPECT_TRUE(next.set_aside.empty()) << next.set_aside.front();
    expect_all_until(next.reader(), safe);
    next.kill();
    expect_no_faults(image.path());
    if (HasFailure()) return;
  }
  disk.reset();
}

// Writes as fast as it can, and says after each commit until when rows are safe.
[[noreturn]] void write_until_killed(const std::filesystem::path& folder, int progress) {
  StoreWorld world(folder, kCrashStart, nullptr, 32);
  world.plan.flush = 20s;
  world.start();
  for (;;) {
    const std::size_t writes = world.writes;
    world.second();
    if (world.writes == writes) continue;
    const auto newest = world.reader().newest(0);
    const std::int64_t end = newest ? newest->t1_ms : 0;
    if (::write(progress, &end, sizeof end) != sizeof end) _exit(1);
  }
}

TEST(Crash, KillingTheProcessAHundredTimesLosesNothingCommitted) {
  std::mt19937 random(3);
  for (int i = 0; i < 100; ++i) {
    const StoreFolder folder;
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe(ends.data()), 0);
    const pid_t child = fork();
    if (child == 0) write_until_killed(folder.path(), ends[1]);
    const mailbox::Descriptor reading(ends[0]);
    close(ends[1]);
    std::int64_t safe_ms = 0;
    for (auto commits = 1 + random() % 20; commits > 0; --commits)
      ASSERT_EQ(::read(reading.get(), &safe_ms, sizeof safe_ms), static_cast<ssize_t>(sizeof safe_ms));
    for (volatile auto spin = random() % 300000; spin > 0;) spin = spin - 1;
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    SCOPED_TRACE(testing::Message() << "kill " << i);
    const Time safe = Time(std::chrono::milliseconds(safe_ms));
    StoreWorld next(folder.path(), safe + 1h, nullptr, 32);
    ASSERT_NO_THROW(next.start());
    expect_all_until(next.reader(), safe);
    next.kill();
    expect_no_faults(folder.path());
    if (HasFailure()) return;
  }
}

// A quarter of a day, over midnight: a whole one takes 20 s of work.
TEST(Crash, ADiskThatIsFullAtEachWriteLosesNoRow) {
  constexpr int kHours = 6;
  const StoreFolder folder;
  TestDisk& disk = TestDisk::instance();
  disk.reset();
  StoreWorld world(folder.path(), kCrashStart, TestDisk::name(), 16);
  world.plan.flush = 300s;
  world.start();
  std::size_t most = 0;
  std::uint64_t rows = 0;
  for (int second = 0; second < kHours * 3600; ++second) {
    disk.allow_writes(most);
    const std::size_t failures = world.failures;
    world.second();
    const std::uint64_t written = world.writer()->level(0).rows();
    most = written > rows ? 0 : most + world.failures - failures;  // the next attempt gets further by one write
    rows = written;
  }
  disk.allow_all();
  EXPECT_GT(world.failures, 800U) << "writes that failed";
  world.stop();
  expect_all_until(StoreReader(folder.path()), kCrashStart + std::chrono::hours(kHours) - 1s);
  EXPECT_TRUE(world.set_aside.empty());
  expect_no_faults(folder.path());
}

TEST(Crash, AReadOnlyDiskIsReportedAndWrittenAgainLater) {
  const StoreFolder folder;
  TestDisk& disk = TestDisk::instance();
  disk.reset();
  StoreWorld world(folder.path(), kCrashStart, TestDisk::name(), 16);
  world.start();
  world.seconds(200);
  disk.make_read_only(true);
  world.seconds(600);
  EXPECT_GT(world.failures, 500U);
  disk.make_read_only(false);
  world.seconds(100);
  world.stop();
  expect_all_until(StoreReader(folder.path()), kCrashStart + 899s);
}

// Any bit of a file.
TEST(Crash, AFlippedBitIsFoundAndCostsNothing) {
  const StoreFolder folder;
  StoreWorld world(folder.path(), *parse_time("2026-11-22T10:00:00Z"), nullptr, 300);
  world.start();
  world.seconds(400);
  world.stop();
  const auto file = folder.path() / "1s/2026-11-22.db";
  std::string bytes(std::filesystem::file_size(file), 0);
  std::ifstream(file, std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  ASSERT_TRUE(verify_file(file).empty());
  std::mt19937 random(11);
  for (int i = 0; i < 500; ++i) {
    const std::size_t bit = i < 100 ? random() % 800 : random() % (8 * bytes.size());  // many in the header
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    std::ofstream(file, std::ios::binary).write(flipped.data(), static_cast<std::streamsize>(flipped.size()));
    SCOPED_TRACE(testing::Message() << "bit " << bit);
    EXPECT_FALSE(verify_file(file).empty());
    const StoredRows stored = stored_rows(StoreReader(folder.path()), 0);
    EXPECT_EQ(stored.rows.size(), 399U);
    EXPECT_EQ(stored.missing_levels + stored.wrong_levels, 0U);
    if (HasFailure()) return;
  }
}

TEST(Crash, ADamagedTileIsFoundAndCostsThatTileAlone) {
  const StoreFolder folder;
  StoreWorld world(folder.path(), *parse_time("2026-11-22T10:00:00Z"), nullptr, 600);
  world.start();
  world.seconds(61);
  world.stop();
  const auto file = folder.path() / "1s/2026-11-22.db";
  {
    Database database(file);
    database.run("UPDATE tile SET body = x'00' WHERE id = 64 + 1 + 2");
  }
  const auto faults = verify_file(file);
  std::size_t lost = 0;
  for (const StoreFault& fault : faults) lost += fault.lost_tiles;
  EXPECT_EQ(lost, 1U);
  const StoredRows stored = stored_rows(StoreReader(folder.path()), 0);
  EXPECT_EQ(stored.missing_levels, 60 * (600 - 512U));
  EXPECT_EQ(stored.wrong_levels, 0U);
}

TEST(Crash, ADamagedFileIsSetAsideAndNeverDeleted) {
  const StoreFolder folder;
  std::filesystem::create_directories(folder.path() / "1s");
  std::ofstream(folder.path() / "1s/2026-11-22.db") << std::string(5000, 'x');
  StoreWorld world(folder.path(), *parse_time("2026-11-22T10:00:00Z"), nullptr, 16);
  world.start();
  world.seconds(200);
  world.stop();
  EXPECT_EQ(world.set_aside, std::vector<std::string>{"1s/2026-11-22.db"});
  EXPECT_EQ(world.failures, 0U);
  EXPECT_EQ(stored_rows(StoreReader(folder.path()), 0).rows.size(), 199U);
  std::size_t kept = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path() / "1s"))
    if (entry.path().string().find(".db.damaged-") != std::string::npos) kept += entry.file_size();
  EXPECT_EQ(kept, 5000U);
}

TEST(Crash, AFileOfALaterVersionIsLeftAlone) {
  const StoreFolder folder;
  const auto file = folder.path() / "1s/2026-11-22.db";
  { LevelFile made(file, LevelFile::For::Writing); }
  {
    Database database(file);
    database.run("PRAGMA user_version=2");
  }
  StoreWorld world(folder.path(), *parse_time("2026-11-22T10:00:00Z"), nullptr, 16);
  world.start();
  world.seconds(200);
  world.stop();
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "1s/2026-11-22.2.db"));
  Database database(file, DatabaseAccess::ReadOnly);
  EXPECT_EQ(database.version(), 2);
}

}  // namespace
}  // namespace spectrumd
