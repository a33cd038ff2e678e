// SPDX-License-Identifier: MIT
#include "daemon/server/http/sha1.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace spectrumd {
namespace {

std::string hex_of(std::string_view message) {
  std::string text;
  for (const auto byte : sha1(message)) text += fmt::format("{:02x}", byte);
  return text;
}

std::string repeated(std::string_view text, int times) {
  std::string whole;
  for (int i = 0; i < times; ++i) whole += text;
  return whole;
}

// RFC 3174, section 7.3.
TEST(Sha1, GivesTheDigestsOfTheRfc) {
  EXPECT_EQ(hex_of("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(hex_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
  EXPECT_EQ(hex_of(repeated("a", 1'000'000)), "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
  EXPECT_EQ(hex_of(repeated("0123456701234567012345670123456701234567012345670123456701234567", 10)),
            "dea356a2cddd90c7a7ecedc5ebb563934f460452");
}

// As coreutils' sha1sum says, on both sides of where another block begins.
TEST(Sha1, FillsTheLastBlockAtEveryLength) {
  EXPECT_EQ(hex_of(""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  EXPECT_EQ(hex_of(repeated("x", 55)), "cef734ba81a024479e09eb5a75b6ddae62e6abf1");
  EXPECT_EQ(hex_of(repeated("x", 56)), "901305367c259952f4e7af8323f480d59f81335b");
  EXPECT_EQ(hex_of(repeated("x", 64)), "bb2fa3ee7afb9f54c6dfb5d021f14b1ffe40c163");
}

}  // namespace
}  // namespace spectrumd
