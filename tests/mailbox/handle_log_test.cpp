// SPDX-License-Identifier: MIT
#include "mailbox/handle_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "mailbox/gpu_memory.h"
#include "tests/mailbox/fake_board.h"
#include "tests/mailbox/thrown.h"

namespace mailbox {
namespace {

using testing::HasSubstr;

std::string contents_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

class HandleLogTest : public testing::Test {
 protected:
  HandleLogTest() { std::filesystem::remove(path); }
  ~HandleLogTest() override { std::filesystem::remove(path); }

  std::string contents() const { return contents_of(path); }
  void leave_behind(const std::string& lines) const { std::ofstream(path) << lines; }

  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("handle_log_test." + std::to_string(getpid()));
  FakeBoard board;
  Mailbox mailbox{board};
};

TEST_F(HandleLogTest, HoldsEachHandleAsLongAsItsMemoryLives) {
  HandleLog log(path, "boot-1");
  {
    const GpuMemory memory(mailbox, 4096, {.log = &log});
    EXPECT_EQ(contents(), "7 1543507968 4096 boot-1\n");
  }
  EXPECT_EQ(contents(), "");
}

// Looks into the log when memory is locked.
class Watcher : public FakeBoard {
 public:
  explicit Watcher(std::filesystem::path log) : log_(std::move(log)) {}
  void call(std::span<std::uint32_t> message) override {
    if (Tag{message[2]} == Tag::LockMemory) seen = contents_of(log_);
    FakeBoard::call(message);
  }
  std::string seen;

 private:
  std::filesystem::path log_;
};

TEST_F(HandleLogTest, HasTheHandleBeforeItsMemoryIsLocked) {
  Watcher watcher(path);
  Mailbox watched(watcher);
  HandleLog log(path, "boot-1");
  const GpuMemory memory(watched, 4096, {.log = &log});
  EXPECT_EQ(watcher.seen, "7 0 4096 boot-1\n");
}

TEST_F(HandleLogTest, GivesBackWhatAKilledProcessLeft) {
  leave_behind("5 3221225472 8192 boot-1\n6 0 4096 boot-1\n");
  HandleLog log(path, "boot-1");
  const HandleLog::Reclaimed reclaimed = log.reclaim(mailbox);
  EXPECT_EQ(reclaimed.handles, 2);
  EXPECT_EQ(reclaimed.bytes, 12'288u);
  EXPECT_EQ(contents(), "");
  const std::vector<FakeBoard::Call> expected{{Tag::BoardRevision, {}},
                                              {Tag::UnlockMemory, {5}},
                                              {Tag::ReleaseMemory, {5}},
                                              {Tag::ReleaseMemory, {6}}};  // killed before it was locked
  EXPECT_EQ(board.calls, expected);
}

TEST_F(HandleLogTest, LeavesTheHandlesOfAnotherBootAlone) {
  leave_behind("5 3221225472 8192 boot-1\n");
  HandleLog log(path, "boot-2");
  EXPECT_EQ(log.reclaim(mailbox).handles, 0);
  EXPECT_EQ(board.tags(), std::vector{Tag::BoardRevision});
  EXPECT_EQ(contents(), "");
}

TEST_F(HandleLogTest, DoesNotCountWhatTheFirmwareHasNoMore) {
  leave_behind("5 3221225472 8192 boot-1\n");
  board.answers[Tag::UnlockMemory] = board.answers[Tag::ReleaseMemory] = {0x8000'0000};
  HandleLog log(path, "boot-1");
  EXPECT_EQ(log.reclaim(mailbox).handles, 0);
  EXPECT_EQ(contents(), "");
}

TEST_F(HandleLogTest, SkipsLinesThatAreNone) {
  leave_behind("garbage\n5 3221225472 8192 boot-1\n9 12");
  HandleLog log(path, "boot-1");
  EXPECT_EQ(log.reclaim(mailbox).handles, 1);
}

TEST_F(HandleLogTest, BelongsToOneProcessAtATime) {
  const HandleLog log(path, "boot-1");
  EXPECT_THAT(thrown([&] { HandleLog other(path, "boot-1"); }),
              HasSubstr("another process has it open and holds GPU memory; end that process first"));
}

TEST_F(HandleLogTest, SaysWhereItCannotBeWritten) {
  EXPECT_THAT(thrown([] { HandleLog log("/nonexistent/handles", "boot-1"); }),
              HasSubstr("/nonexistent/handles: No such file or directory; create its directory"));
}

TEST_F(HandleLogTest, KnowsThisBoot) { EXPECT_EQ(current_boot_id().size(), 36u); }

TEST_F(HandleLogTest, IsLookedIntoWithoutBeingTaken) {
  EXPECT_EQ(look_into(path, "boot-1").handles, 0);
  leave_behind("7 1543507968 4096 boot-1\n8 0 8192 boot-1\n9 0 4096 boot-0\n");
  const HandleLogContents left = look_into(path, "boot-1");
  EXPECT_EQ(left.handles, 2);
  EXPECT_EQ(left.bytes, 12288U);
  EXPECT_FALSE(left.owned);
  const HandleLog log(path, "boot-1");
  EXPECT_TRUE(look_into(path, "boot-1").owned);
}

}  // namespace
}  // namespace mailbox
