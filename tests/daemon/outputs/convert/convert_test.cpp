// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "daemon/outputs/convert/converted_file.h"
#include "daemon/outputs/convert/iq_file.h"
#include "daemon/outputs/convert/sample_conversion.h"
#include "daemon/outputs/convert/sigmf_pair.h"
#include "tests/daemon/sources/file/temporary_folder.h"

namespace spectrumd {
namespace {

using gpufft::SampleFormat;
using namespace std::chrono_literals;

constexpr std::array kFormats{SampleFormat::Cu8, SampleFormat::Cs8, SampleFormat::Cs16, SampleFormat::Cf32};

std::string converted(SampleFormat from, std::span<const std::byte> samples, SampleFormat to) {
  std::string out;
  convert_samples(from, samples, to, out);
  return out;
}
std::string converted(SampleFormat from, const std::string& samples, SampleFormat to) {
  return converted(from, std::as_bytes(std::span(samples)), to);
}

std::string tone() {
  std::string bytes;
  for (int i = 0; i < 2000; ++i) {
    const float value = 0.9F * std::sin(0.01F * static_cast<float>(i));
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  return bytes;
}

TEST(ConvertSamples, KeepsValuesToHalfAStep) {
  const std::string exact = tone();
  for (const SampleFormat format : kFormats) {
    const std::string back = converted(format, converted(SampleFormat::Cf32, exact, format), SampleFormat::Cf32);
    ASSERT_EQ(back.size(), exact.size());
    const double step = format == SampleFormat::Cf32 ? 0 : format == SampleFormat::Cs16 ? 1 / 32768.0 : 1 / 127.5;
    for (std::size_t at = 0; at < exact.size(); at += sizeof(float)) {
      float a = 0, b = 0;
      std::memcpy(&a, exact.data() + at, sizeof a);
      std::memcpy(&b, back.data() + at, sizeof b);
      ASSERT_NEAR(a, b, 0.5 * step + 1e-6) << static_cast<int>(format);
    }
  }
}

TEST(ConvertSamples, ReturnsWholeBytesAsTheyWere) {
  std::string all(256 * 2, '\0');
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<char>(i / 2);
  for (const SampleFormat through : {SampleFormat::Cs16, SampleFormat::Cf32})
    EXPECT_EQ(converted(through, converted(SampleFormat::Cu8, all, through), SampleFormat::Cu8), all);
}

TEST(WavHead, IsReadByTheReader) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path("a.wav");
  const Time start = std::chrono::sys_days(std::chrono::year(2026) / 11 / 25) + 12h + 34min + 56s + 789ms;
  IqFile file(path, IqFile::Kind::Wav,
              {.format = SampleFormat::Cs16, .rate = {2.4e6}, .center = {145.5e6}, .start = start});
  file.append(std::vector<std::byte>(4000));
  file.finish();
  const Recording read = read_wav(path, {});
  EXPECT_EQ(read.format, SampleFormat::Cs16);
  EXPECT_EQ(read.rate, Hertz{2.4e6});
  EXPECT_EQ(read.captures.front().center, Hertz{145.5e6});
  EXPECT_EQ(read.captures.front().time, start);
  EXPECT_EQ(read.bytes, 4000U);
  EXPECT_EQ(read.offset + 4000, std::filesystem::file_size(path));
}

// Samples alone do not say when they were received.
TEST(ConvertedFileTest, HasNoTimeThatNobodyKnows) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path("a.wav");
  IqFile file(path, IqFile::Kind::Wav, {.format = SampleFormat::Cs16, .rate = {2.4e6}, .center = {1e8}, .start = {}});
  file.append(std::vector<std::byte>(4000));
  file.finish();
  EXPECT_FALSE(read_wav(path, {}).captures.front().time);
  SigmfPair pair(folder.path("b"), {.container = "raw", .format = SampleFormat::Cu8, .rate = {1e6}}, SampleFormat::Cu8);
  pair.begin({.first_sample = 0, .center = {1e8}, .time = std::nullopt});
  pair.append(std::vector<std::byte>(2000));
  pair.finish();
  const Json metadata = Json::parse(std::ifstream(pair.metadata()));
  EXPECT_EQ(metadata["captures"][0]["core:frequency"], 1e8);
  EXPECT_FALSE(metadata["captures"][0].contains("core:datetime"));
}

TEST(WavHead, KnowsMoreThanFourGibibytes) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path("large.wav");
  const std::uint64_t bytes = 5ULL << 30;
  const IqFacts facts{.format = SampleFormat::Cu8, .rate = {2.4e6}, .center = {100e6}, .start = {}};
  const auto head = wav_head(facts, bytes);
  EXPECT_EQ(head.size(), wav_head(facts, 0).size());
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(head.data()), std::ssize(head));
  std::filesystem::resize_file(path, head.size() + bytes);  // no block of it is on the disk
  EXPECT_EQ(read_wav(path, {}).bytes, bytes);
}

TEST(ConvertedFileTest, LeavesNothingWhenItIsNotFinished) {
  const TemporaryFolder folder;
  const Recording from{.rate = {1e6}, .captures = {{.first_sample = 0, .center = {100e6}, .time = {}}}};
  for (const char* name : {"a.wav", "a.cs16", "a.sigmf-meta", "a.sigmf"}) {
    const auto kind = kind_of_output(name);
    ASSERT_TRUE(kind);
    {
      const auto file = make_converted_file(folder.path(name), *kind, from, SampleFormat::Cs16);
      file->begin(from.captures.front());
      file->append(std::vector<std::byte>(400));
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder.path(""))) << name;
  }
}

TEST(ConvertedFileTest, IsChosenByItsExtension) {
  using Container = ConvertedKind::Container;
  EXPECT_EQ(kind_of_output("a")->container, Container::Sigmf);
  EXPECT_EQ(kind_of_output("a.sigmf-data")->container, Container::Sigmf);
  EXPECT_EQ(kind_of_output("a.sigmf")->container, Container::Archive);
  EXPECT_EQ(kind_of_output("A.WAV")->container, Container::Wav);
  EXPECT_EQ(kind_of_output("a.cfile")->format, SampleFormat::Cf32);
  EXPECT_FALSE(kind_of_output("a.mp3"));
}

}  // namespace
}  // namespace spectrumd
