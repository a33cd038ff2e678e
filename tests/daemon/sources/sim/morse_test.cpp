// SPDX-License-Identifier: MIT
#include "daemon/sources/sim/morse.h"

#include <gtest/gtest.h>

#include <string>

namespace spectrumd::sim {
namespace {

// One character a dit: '=' with the key down.
std::string drawn(std::string_view text) {
  const Morse morse = to_morse(text);
  std::string line(static_cast<std::size_t>(morse.dits), ' ');
  for (const auto& mark : morse.marks)
    line.replace(static_cast<std::size_t>(mark.start), static_cast<std::size_t>(mark.length),
                 static_cast<std::size_t>(mark.length), '=');
  return line;
}

TEST(Morse, SpacesMarksLettersAndWords) {
  EXPECT_EQ(drawn("E"), "=       ");
  EXPECT_EQ(drawn("et"), "=   ===       ");
  EXPECT_EQ(drawn("E T"), "=       ===       ");
  EXPECT_EQ(drawn("  E   T "), drawn("E T"));
  EXPECT_EQ(drawn("A/"), "= ===   === = = === =       ");
}

TEST(Morse, NeedsFiftyDitsForParis) {
  EXPECT_EQ(to_morse("PARIS").dits, 50);
  EXPECT_DOUBLE_EQ(dit_seconds(12), 0.1);
}

TEST(Morse, SaysWhatItCannotSend) {
  EXPECT_EQ(character_without_morse("CQ #1"), '#');
  EXPECT_FALSE(character_without_morse("CQ DE F/DL1ABC (QRP) = 73?"));
}

}  // namespace
}  // namespace spectrumd::sim
