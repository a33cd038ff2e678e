// SPDX-License-Identifier: MIT
#include "daemon/server/websocket/announced_length.h"

#include <gtest/gtest.h>

#include "tests/daemon/server/websocket_test_client.h"

namespace spectrumd {
namespace {

constexpr std::uint64_t kMost = 65536;

bool is_too_long(std::string_view bytes, std::size_t chop = SIZE_MAX) {
  AnnouncedLength announced(kMost);
  while (!bytes.empty()) {
    announced.pass(std::as_bytes(std::span(bytes.substr(0, chop))));
    bytes.remove_prefix(std::min(chop, bytes.size()));
  }
  return announced.is_too_long();
}

TEST(AnnouncedLength, LetsWhatFitsPass) {
  for (const std::size_t size : {0, 1, 125, 126, 127, 128, 65535, 65536}) {
    const std::string bytes = frame(kText, std::string(size, 'x')) + frame(kPing, "p") + frame(kText, "y");
    EXPECT_FALSE(is_too_long(bytes)) << size;
    EXPECT_FALSE(is_too_long(bytes, 1)) << size;
    EXPECT_FALSE(is_too_long(bytes, 997)) << size;
  }
}

TEST(AnnouncedLength, KnowsFromTheHeaderAlone) {
  for (const std::uint64_t size : {kMost + 1, std::uint64_t{1} << 32, (std::uint64_t{1} << 63) - 1}) {
    const std::string header = frame_header(kText, size);
    const std::string length = header.substr(0, header.size() - 4);
    EXPECT_TRUE(is_too_long(length, 1)) << size << ": not even the mask is needed";
    EXPECT_TRUE(is_too_long(frame(kText, "before") + header)) << size;
    EXPECT_FALSE(is_too_long(length.substr(0, length.size() - 1))) << size;
  }
}

TEST(AnnouncedLength, AddsUpFragments) {
  const std::string most = frame(kText, std::string(65000, 'x'), kNotFinal) + frame(kPing, std::string(125, 'p'));
  EXPECT_FALSE(is_too_long(most + frame(kContinuation, std::string(536, 'x')) + frame(kText, "on")));
  EXPECT_TRUE(is_too_long(most + frame(kContinuation, std::string(537, 'x')).substr(0, 4)));
}

}  // namespace
}  // namespace spectrumd
