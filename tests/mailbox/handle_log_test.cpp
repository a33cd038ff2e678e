// SPDX-License-Identifier: MIT
#include "mailbox/handle_log.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>

#include "mailbox/gpu_memory.h"
#include "tests/fakes/environment.h"
#include "tests/mailbox/fake_board.h"
#include "tests/mailbox/thrown.h"

namespace mailbox {
namespace {

using testing::HasSubstr;

std::string contents_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The boot as a child sees it whose /proc shows processes only; nothing: this user may not arrange that.
std::optional<std::string> boot_id_behind_a_small_proc() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
  const pid_t child = fork();
  if (child == 0) {
    const bool hidden = unshare(CLONE_NEWNS) == 0 && mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
                        mount("proc", "/proc", "proc", 0, "subset=pid") == 0;
    const std::string id = hidden ? "id " + current_boot_id() : "";
    _exit(write(ends[1], id.data(), id.size()) == static_cast<ssize_t>(id.size()) ? 0 : 1);
  }
  close(ends[1]);
  std::string id(100, '\0');
  id.resize(static_cast<std::size_t>(std::max<ssize_t>(0, read(ends[0], id.data(), id.size()))));
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return id.empty() ? std::nullopt : std::optional(id.substr(3));
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

TEST_F(HandleLogTest, IsGoneWithTheLastHandle) {
  {
    HandleLog log(path, "b");
    EXPECT_TRUE(std::filesystem::exists(path));
    log.add({1}, {0x40000000}, 4096);
    log.remove({1});
  }
  EXPECT_FALSE(std::filesystem::exists(path));
  { HandleLog(path, "b").add({1}, {0x40000000}, 4096); }
  EXPECT_TRUE(std::filesystem::exists(path));
}

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

TEST_F(HandleLogTest, TakesTheKernelsAndSystemdsNameOfABootForTheSame) {
  leave_behind("5 3221225472 8192 1b4e28ba2fa111d2883f0016d3cca427\n");
  HandleLog log(path, "1b4e28ba-2fa1-11d2-883f-0016d3cca427");
  EXPECT_EQ(log.reclaim(mailbox).handles, 1);
}

TEST_F(HandleLogTest, GivesNothingBackOfABootThatIsUnknown) {
  {
    HandleLog log(path, "");
    log.add({7}, {0}, 4096);
    EXPECT_EQ(contents(), "7 0 4096 unknown\n");
  }
  EXPECT_EQ(look_into(path, "").handles, 0);
  HandleLog log(path, "");
  EXPECT_EQ(log.reclaim(mailbox).handles, 0);
}

// As in the unit, with ProcSubset=pid.
TEST_F(HandleLogTest, KnowsThisBootWhereProcShowsProcessesOnly) {
  const spectrumd::EnvironmentVariable boot("BOOT_ID", "1b4e28ba2fa111d2883f0016d3cca427");
  const auto id = boot_id_behind_a_small_proc();
  if (!id) GTEST_SKIP() << "only root may mount another /proc";
  EXPECT_EQ(id, "1b4e28ba2fa111d2883f0016d3cca427");
  const spectrumd::EnvironmentVariable none("BOOT_ID", std::nullopt);
  EXPECT_EQ(boot_id_behind_a_small_proc(), "");
}

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
