// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/ogg_opus.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "daemon/channels/listening/sound_coder.h"
#include "tests/daemon/channels/listening/radio_signals.h"

namespace spectrumd::test {
namespace {

struct Page {
  std::uint8_t flags;
  std::uint64_t granule;
  std::uint32_t serial, number;
  std::size_t packets;
};

std::uint64_t number_at(std::span<const std::byte> bytes, std::size_t at, std::size_t size) {
  std::uint64_t number = 0;
  for (std::size_t i = size; i-- > 0;) number = number << 8 | static_cast<std::uint8_t>(bytes[at + i]);
  return number;
}

// By RFC 3533, with a checksum bit by bit.
std::vector<Page> pages_of(std::span<const std::byte> stream) {
  std::vector<Page> pages;
  while (!stream.empty()) {
    EXPECT_EQ(number_at(stream, 0, 4), 0x5367674fU);  // "OggS"
    const auto segments = static_cast<std::size_t>(stream[26]);
    std::size_t size = 27 + segments, packets = 0;
    for (std::size_t i = 0; i < segments; ++i) {
      size += static_cast<std::size_t>(stream[27 + i]);
      packets += stream[27 + i] != std::byte{255} ? 1U : 0U;
    }
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < size; ++i) {
      sum ^= (i >= 22 && i < 26 ? 0U : static_cast<std::uint32_t>(stream[i])) << 24;
      for (int bit = 0; bit < 8; ++bit) sum = sum << 1 ^ (sum >> 31) * 0x04c11db7U;
    }
    EXPECT_EQ(number_at(stream, 22, 4), sum);
    pages.push_back({static_cast<std::uint8_t>(stream[5]), number_at(stream, 6, 8),
                     static_cast<std::uint32_t>(number_at(stream, 14, 4)),
                     static_cast<std::uint32_t>(number_at(stream, 18, 4)), packets});
    stream = stream.subspan(size);
  }
  return pages;
}

std::vector<std::byte> coded_tone(double seconds, const SoundCoding& coding) {
  SoundCoder coder(coding);
  OggOpusWriter writer({.rate = coding.rate, .channels = coding.channels, .pre_skip = coder.pre_skip(), .serial = 77});
  std::vector<std::byte> stream;
  writer.begin({"TITLE=145.500 MHz"}, stream);
  const SoundCoder::Packet add = [&](std::span<const std::byte> packet) { writer.add(packet, stream); };
  std::vector<float> sound;
  for (std::size_t i = 0; i < static_cast<std::size_t>(seconds * coding.rate); ++i)
    sound.insert(sound.end(), coding.channels,
                 static_cast<float>(0.25 * std::sin(2 * M_PI * 1000 * static_cast<double>(i) / coding.rate)));
  coder.take(sound, add);
  coder.finish(add);
  writer.finish(static_cast<std::uint64_t>(seconds * 48'000), stream);
  return stream;
}

TEST(OggOpusWriter, WritesPagesAsTheyAreSpecified) {
  const auto stream = coded_tone(2.5, {});
  const auto pages = pages_of(stream);
  ASSERT_GT(pages.size(), 10U);
  EXPECT_EQ(pages[0].flags, 2);
  EXPECT_EQ(pages[0].packets, 1U);
  EXPECT_EQ(pages[1].packets, 1U);
  std::uint64_t packets = 0;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    EXPECT_EQ(pages[i].serial, 77U);
    EXPECT_EQ(pages[i].number, i);
    if (i < 2) continue;
    packets += pages[i].packets;
    if (i + 1 < pages.size()) {
      EXPECT_EQ(pages[i].granule, packets * 960);
    }
  }
  EXPECT_EQ(pages.back().flags, 4);
  EXPECT_EQ(pages.back().granule, static_cast<std::uint64_t>(2.5 * 48'000) + number_at(stream, 28 + 10, 2));
}

TEST(OggOpusWriter, KeepsPacketsOfAnySizeWhole) {
  OggOpusWriter writer({.packets_per_page = 1000});
  std::vector<std::byte> stream;
  writer.begin({}, stream);
  std::mt19937 generator(1);
  const std::size_t count = 400;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t size = i < 4 ? i * 255 : generator() % 1276;
    writer.add(std::vector<std::byte>(size, std::byte{1}), stream);
  }
  writer.finish(count * 960, stream);
  std::size_t packets = 0;
  for (const Page& page : pages_of(stream)) packets += page.packets;
  EXPECT_EQ(packets, count + 2);
}

// What Debian's programs say, where they are installed.
TEST(OggOpusWriter, IsReadByOpusTools) {
  if (std::system("command -v opusinfo opusdec >/dev/null") != 0) GTEST_SKIP() << "opus-tools: not installed";
  const auto folder = std::filesystem::temp_directory_path() / ("ogg_opus_test_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  for (const SoundCoding& coding :
       {SoundCoding{}, SoundCoding{.rate = 48'000, .channels = 2, .bit_rate = 96'000, .voice = false}}) {
    const auto stream = coded_tone(3.0125, coding);
    std::ofstream(folder / "tone.opus", std::ios::binary)
        .write(reinterpret_cast<const char*>(stream.data()), static_cast<std::streamsize>(stream.size()));
    const std::string in = "cd " + folder.string() + " && ";
    ASSERT_EQ(std::system((in + "opusinfo tone.opus >info 2>&1").c_str()), 0);
    std::ifstream info(folder / "info");
    const std::string text{std::istreambuf_iterator<char>(info), {}};
    EXPECT_EQ(text.find("WARNING"), std::string::npos) << text;
    EXPECT_NE(text.find("TITLE=145.500 MHz"), std::string::npos) << text;
    EXPECT_NE(text.find("Playback length: 0m:03.012s"), std::string::npos) << text;
    ASSERT_EQ(std::system((in + "opusdec --quiet --rate 48000 --float tone.opus tone.wav >/dev/null 2>&1").c_str()), 0);
    EXPECT_GT(std::filesystem::file_size(folder / "tone.wav"), 3 * 48'000U * 4);
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace spectrumd::test
