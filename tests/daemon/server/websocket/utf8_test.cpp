// SPDX-License-Identifier: MIT
#include "daemon/server/websocket/utf8.h"

#include <gtest/gtest.h>

namespace spectrumd {
namespace {

TEST(Utf8, AcceptsCharactersOfEveryLength) {
  for (const char* text : {"", "a", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
                           "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF", "\xCE\xBA\xE1\xBD\xB9x"})
    EXPECT_TRUE(is_utf8(text)) << text;
  EXPECT_TRUE(is_utf8({"\0", 1}));
}

TEST(Utf8, RefusesWhatIsCutOverlongOrNoCharacter) {
  for (const char* text : {"\x80", "\xBF", "\xC3", "\xC3(", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xE0\x9F\xBF",
                           "\xED\xA0\x80", "\xED\xBF\xBF", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80",
                           "\xF8\x88\x80\x80\x80", "\xFF", "a\xE2\x82", "\xF0\x90\x80"})
    EXPECT_FALSE(is_utf8(text)) << text;
}

}  // namespace
}  // namespace spectrumd
