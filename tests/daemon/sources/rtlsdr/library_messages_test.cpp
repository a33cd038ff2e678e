// SPDX-License-Identifier: MIT
#include "daemon/sources/rtlsdr/library_messages.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <thread>
#include <vector>

namespace spectrumd {
namespace {

TEST(LibraryMessages, ReachTheListenerOnTheSameThreadLineByLine) {
  capture_library_messages();
  std::vector<std::string> heard;
  {
    const LibraryListener listener([&heard](std::string_view line) { heard.emplace_back(line); });
    std::fprintf(stderr, "[R82XX] PLL ");
    std::fprintf(stderr, "not locked!\ncb transfer status: %d\n", 5);
    std::thread([] { std::fprintf(stderr, "another thread\n"); }).join();
  }
  std::fprintf(stderr, "no listener\n");
  EXPECT_EQ(heard, (std::vector<std::string>{"[R82XX] PLL not locked!", "cb transfer status: 5"}));
}

}  // namespace
}  // namespace spectrumd
