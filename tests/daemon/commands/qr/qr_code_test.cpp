// SPDX-License-Identifier: MIT
#include "daemon/commands/qr/qr_code.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "tests/daemon/commands/qr/qr_reader.h"
#include "tests/fakes/environment.h"

namespace spectrumd {
namespace {

const std::string kUrl = "http://192.168.1.20:8088";

bool is_zero(const std::vector<std::uint8_t>& all) {
  return std::ranges::all_of(all, [](std::uint8_t one) { return one == 0; });
}

// The reader itself is tested with what others have made: the block of the standard's example (annex I, version 1-M,
// "01234567"), and a symbol of the same URL by another encoder, segno 1.4.1, which pads it in another way.
TEST(QrReader, FindsTheBlockOfTheStandardUndamaged) {
  std::vector<std::uint8_t> block{0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC,
                                  0x11, 0xEC, 0x11, 0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55};
  EXPECT_TRUE(is_zero(syndromes(block, 10)));
  block[3] ^= 4;
  EXPECT_FALSE(is_zero(syndromes(block, 10)));
}

TEST(QrReader, ReadsTheSymbolOfAnotherEncoder) {
  constexpr std::array<std::uint32_t, 25> kRows{
      0x1fc937f, 0x1053b41, 0x175f25d, 0x174e05d, 0x1750a5d, 0x105af41, 0x1fd557f, 0x0019300, 0x1a64876,
      0x0116461, 0x0adc453, 0x10a0d60, 0x0de1f6b, 0x0627dcd, 0x15fd125, 0x0a15aea, 0x1dd77fc, 0x001491d,
      0x1fd9753, 0x104631e, 0x174f9f2, 0x175e794, 0x1749ebd, 0x1054d08, 0x1fd6de3};
  QrCode code{.size = 25, .dark = {}};
  for (const std::uint32_t row : kRows)
    for (int x = 24; x >= 0; --x) code.dark.push_back(row >> x & 1);
  EXPECT_EQ(QrReader(code).text(), kUrl);
  EXPECT_TRUE(is_zero(syndromes(QrReader(code).codewords(), 10)));
}

TEST(QrCode, HasTheTextAndItsCorrection) {
  struct Case {
    std::string text;
    std::size_t size, corrections;
  };
  for (const Case& one :
       {Case{"http://10.0.0.1:1", 21, 7}, Case{kUrl, 25, 10}, Case{"http://spectrumd.local:8088", 25, 10},
        Case{"http://[2001:db8:1234:5678:9abc:def0:1234:5678]:8088", 29, 15}}) {
    const QrCode code = qr_code_of(one.text);
    ASSERT_EQ(code.size, one.size) << one.text;
    const QrReader reader(code);
    EXPECT_EQ(reader.text(), one.text);
    EXPECT_TRUE(is_zero(syndromes(reader.codewords(), one.corrections))) << one.text;
  }
}

TEST(QrCode, RefusesTextsThatDoNotFit) { EXPECT_THROW(qr_code_of(std::string(3000, 'a')), std::runtime_error); }

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// What a camera sees: whether the module at this place, with the margin, is light.
bool ascii_is_light(const std::vector<std::string>& lines, std::size_t x, std::size_t y) {
  const std::string pair = lines[y].substr(2 * x, 2);
  EXPECT_TRUE(pair == "##" || pair == "  ") << pair;
  return pair == "##";
}

bool blocks_are_light(const std::vector<std::string>& lines, std::size_t x, std::size_t y) {
  std::vector<std::string> characters;
  for (const char byte : lines[y / 2])
    if ((byte & 0xC0) == 0x80)
      characters.back() += byte;
    else
      characters.emplace_back(1, byte);
  const std::string& character = characters.at(x);
  return character == "█" || character == (y % 2 == 0 ? "▀" : "▄");
}

template <class IsLight>
QrCode seen(const std::vector<std::string>& lines, std::size_t size, IsLight is_light) {
  QrCode code{.size = size, .dark = {}};
  for (std::size_t y = 0; y < size + 8; ++y)
    for (std::size_t x = 0; x < size + 8; ++x) {
      const bool inside = x >= 4 && y >= 4 && x < size + 4 && y < size + 4;
      if (inside) code.dark.push_back(!is_light(lines, x, y));
      EXPECT_TRUE(inside || is_light(lines, x, y)) << "margin at " << x << ", " << y;
    }
  return code;
}

TEST(DrawnQrCode, ReadsBackInHalfBlocks) {
  const QrCode code = qr_code_of(kUrl);
  const auto lines = lines_of(drawn(code, {.utf8 = true}));
  EXPECT_EQ(lines.size(), (25U + 8 + 1) / 2);
  EXPECT_EQ(QrReader(seen(lines, code.size, blocks_are_light)).text(), kUrl);
}

TEST(DrawnQrCode, ReadsBackInAscii) {
  const QrCode code = qr_code_of(kUrl);
  const auto lines = lines_of(drawn(code, {.utf8 = false}));
  EXPECT_EQ(lines.size(), 25U + 8);
  EXPECT_EQ(QrReader(seen(lines, code.size, ascii_is_light)).text(), kUrl);
}

TEST(DrawnQrCode, SetsBothColoursOfEachLineAndResetsThem) {
  const auto plain = lines_of(drawn(qr_code_of(kUrl), {}));
  const auto coloured = lines_of(drawn(qr_code_of(kUrl), {.colours = true}));
  ASSERT_EQ(coloured.size(), plain.size());
  for (std::size_t i = 0; i < plain.size(); ++i) EXPECT_EQ(coloured[i], "\x1b[97;40m" + plain[i] + "\x1b[0m");
}

TEST(StyleOfTerminal, FollowsTheLocale) {
  const auto utf8_in = [](const char* all, const char* characters, const char* language) {
    const EnvironmentVariable first("LC_ALL", all), second("LC_CTYPE", characters), third("LANG", language);
    return style_of_terminal().utf8;
  };
  EXPECT_TRUE(utf8_in("", "", "de_DE.UTF-8"));
  EXPECT_TRUE(utf8_in("", "C.utf8", "C"));
  EXPECT_TRUE(utf8_in("", "", "ca_ES.UTF-8@valencia"));
  EXPECT_FALSE(utf8_in("C", "C.UTF-8", "en_GB.UTF-8"));
  EXPECT_FALSE(utf8_in("", "", "en_GB.ISO-8859-1"));
  EXPECT_FALSE(utf8_in("", "", "UTF"));
  EXPECT_FALSE(utf8_in("", "", ""));
}

}  // namespace
}  // namespace spectrumd
