// SPDX-License-Identifier: MIT
#include "daemon/outputs/disk.h"

#include <gtest/gtest.h>

#include "tests/daemon/sources/file/temporary_folder.h"

namespace spectrumd {
namespace {

// Before the first recording its folder is not there, and its disk is not full.
TEST(Disk, HasTheRoomOfWhereAFolderWillBe) {
  const TemporaryFolder folder;
  EXPECT_GT(Disk().available(folder.path("not/there/yet")).value_or(0), 0U);
  const auto there = disk_space(folder.path("")), not_there = disk_space(folder.path("not/there/yet"));
  ASSERT_TRUE(there && not_there);
  EXPECT_EQ(not_there->capacity, there->capacity);
}

}  // namespace
}  // namespace spectrumd
