// SPDX-License-Identifier: MIT
#include "daemon/pipeline/process_memory.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <vector>

namespace spectrumd {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMib = std::uint64_t{1} << 20;

class ProcessMemoryTest : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(root_); }
  void TearDown() override { fs::remove_all(root_); }

  void write(const fs::path& path, const std::string& text) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  ProcessMemory::Limit limit() const { return ProcessMemory(root_, 4096 * kMib).limit(); }

  const fs::path root_ = fs::temp_directory_path() / ("memory_budget_test_" + std::to_string(getpid()));
};

TEST_F(ProcessMemoryTest, WithoutControlGroupsItIsAShareOfTheMachine) {
  EXPECT_EQ(limit().bytes, 3072 * kMib);
  EXPECT_EQ(limit().name, "three quarters of the machine's memory");
}

TEST_F(ProcessMemoryTest, TakesTheLowerOfMaxAndHigh) {
  write("proc/self/cgroup", "0::/system.slice/spectrumd.service\n");
  write("sys/fs/cgroup/system.slice/spectrumd.service/memory.max", "268435456\n");
  write("sys/fs/cgroup/system.slice/spectrumd.service/memory.high", "218103808\n");
  EXPECT_EQ(limit().bytes, 208 * kMib);
  EXPECT_EQ(limit().name, "memory.high of /system.slice/spectrumd.service");
}

TEST_F(ProcessMemoryTest, MaxMayBeUnlimitedAndAGroupAboveTighter) {
  write("proc/self/cgroup", "0::/system.slice/spectrumd.service\n");
  write("sys/fs/cgroup/system.slice/spectrumd.service/memory.max", "max\n");
  write("sys/fs/cgroup/system.slice/memory.max", "134217728\n");
  EXPECT_EQ(limit().bytes, 112 * kMib);
  EXPECT_EQ(limit().name, "seven eighths of memory.max of /system.slice");
}

TEST_F(ProcessMemoryTest, KnowsTheFirstVersion) {
  write("proc/self/cgroup", "11:cpu,cpuacct:/other\n7:memory:/docker/abc\n0::/\n");
  write("sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes", "268435456\n");
  EXPECT_EQ(limit().bytes, 224 * kMib);
  EXPECT_EQ(limit().name, "seven eighths of memory.limit_in_bytes of /docker/abc");
  write("sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(limit().bytes, 3072 * kMib);
}

// There the path is that of the host, and the mount is the group.
TEST_F(ProcessMemoryTest, FindsTheLimitInsideOfAContainer) {
  write("proc/self/cgroup", "7:memory:/docker/abc\n");
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "268435456\n");
  EXPECT_EQ(limit().bytes, 224 * kMib);
}

TEST_F(ProcessMemoryTest, UsesWhatIsAllocated) {
  EXPECT_EQ(ProcessMemory(root_, kMib).used(), 0U);
  write("proc/self/status", "Name:\tspectrumd\nVmRSS:\t   90000 kB\nRssAnon:\t   20480 kB\nRssFile:\t   9000 kB\n");
  EXPECT_EQ(ProcessMemory(root_, kMib).used(), 20 * kMib);
}

TEST(ProcessMemory, GrowsWithMemoryThatIsWrittenTo) {
  const ProcessMemory here;
  const std::uint64_t before = here.used();
  if (before == 0) GTEST_SKIP() << "this system does not say";
  const std::vector<char> memory(64 << 20, 1);
  EXPECT_GE(here.used(), before + 60 * kMib);
  EXPECT_LT(here.limit().bytes, std::uint64_t{1} << 50);
}

}  // namespace
}  // namespace spectrumd
