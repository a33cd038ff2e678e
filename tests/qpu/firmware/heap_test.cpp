// SPDX-License-Identifier: MIT
#include "qpu/firmware/heap.h"

#include <gtest/gtest.h>

namespace qpu {
namespace {

constexpr std::uint32_t kFirst = 0x1000'0000, kBytes = 64 * 1024;

class HeapTest : public testing::Test {
 protected:
  Sdram memory{kBytes, kFirst};
  Heap heap{memory, kFirst, kBytes};

  std::uint32_t locked(std::uint32_t bytes, std::uint32_t flags, std::uint32_t alignment = 4096) {
    return heap.lock(heap.allocate(bytes, alignment, flags));
  }
};

TEST_F(HeapTest, ChoosesTheAliasByTheFlags) {
  EXPECT_EQ(locked(16, 0x0) >> 30, 0u);
  EXPECT_EQ(locked(16, 0x4) >> 30, 3u);
  EXPECT_EQ(locked(16, 0x8) >> 30, 2u);
  EXPECT_EQ(locked(16, 0xC) >> 30, 1u);
}

TEST_F(HeapTest, FillsWithOnesUnlessToldOtherwise) {
  EXPECT_EQ(memory.load(locked(4096, 0x4)), 0xFFFF'FFFFu);
  const std::uint32_t handle = heap.allocate(4096, 4096, 0x4);
  const std::uint32_t address = heap.lock(handle);
  memory.store(address, 77);
  heap.release(handle);
  EXPECT_EQ(memory.load(locked(4096, 0x24)), 77u);  // NO_INIT
  heap.release(heap.allocate(4096, 4096, 0x24));
  EXPECT_EQ(memory.load(locked(4096, 0x14)), 0u);  // ZERO
}

TEST_F(HeapTest, AlignsAndRefusesOddAlignments) {
  locked(4096, 0x4);
  EXPECT_EQ(locked(4096, 0x4, 16384) % 16384, 0u);
  EXPECT_EQ(heap.allocate(4096, 12345, 0x4), 0u);
}

TEST_F(HeapTest, RefusesWhatDoesNotFitAndTakesItWhenThereIsRoomAgain) {
  const std::uint32_t most = heap.allocate(kBytes - 4096, 4096, 0x4);
  EXPECT_EQ(heap.allocate(8192, 4096, 0x4), 0u);
  EXPECT_NE(heap.allocate(4096, 4096, 0x4), 0u);
  EXPECT_TRUE(heap.release(most));
  EXPECT_NE(heap.allocate(8192, 4096, 0x4), 0u);
  EXPECT_EQ(heap.allocate(0, 4096, 0x4), 0u);
  EXPECT_EQ(heap.allocate(0xFFFF'FFFF, 4096, 0x4), 0u);
}

TEST_F(HeapTest, PiecesDoNotOverlap) {
  const std::uint32_t first = locked(5000, 0x4), second = locked(5000, 0x4), third = locked(100, 0x4);
  EXPECT_GE(second, first + 5000);
  EXPECT_GE(third, second + 5000);
}

TEST_F(HeapTest, KnowsItsHandles) {
  const std::uint32_t handle = heap.allocate(4096, 4096, 0x4);
  EXPECT_FALSE(heap.unlock(handle));
  EXPECT_EQ(heap.lock(handle), heap.lock(handle));
  EXPECT_TRUE(heap.unlock(handle));
  EXPECT_TRUE(heap.unlock(handle));
  EXPECT_FALSE(heap.unlock(handle));
  EXPECT_TRUE(heap.release(handle));
  EXPECT_FALSE(heap.release(handle));
  EXPECT_EQ(heap.lock(handle), 0u);
}

}  // namespace
}  // namespace qpu
