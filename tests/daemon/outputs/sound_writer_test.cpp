// SPDX-License-Identifier: MIT
#include "daemon/outputs/sound_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <numbers>

#include "daemon/outputs/recording_folder.h"
#include "tests/daemon/outputs/test_disk.h"
#include "tests/daemon/sources/file/temporary_folder.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr double kRate = 24e3;
constexpr double kPiece = 0.1;  // seconds given at a time

class SoundWriterTest : public testing::Test {
 protected:
  void start(const SoundOrder& order, const std::string& file) {
    changes_ = std::make_shared<ListenChanges>();
    writer_ = std::make_unique<SoundWriter>(folder_.path(file), order, changes_, disk_);
    writer_->begin_capture({.global_index = 0, .center = {145.5e6}, .time = begin_, .lost = 0}, "", "");
  }
  // A carrier with a tone of 1 kHz in AM, or next to nothing.
  void give(double seconds, double level) {
    for (const auto end = given_ + static_cast<std::uint64_t>(std::llround(seconds * kRate)); given_ < end;) {
      const auto count = std::min<std::uint64_t>(end - given_, static_cast<std::uint64_t>(kPiece * kRate) - 7);
      std::vector<std::complex<float>> samples(static_cast<std::size_t>(count));
      for (auto& sample : samples)
        sample = static_cast<float>(
            level * (1 + 0.5 * std::sin(2 * std::numbers::pi * 1000 / kRate * static_cast<double>(given_++ % 24))));
      writer_->append(std::as_bytes(std::span(samples)));
    }
  }
  void over(double seconds) { give(seconds, 0.1); }
  void pause(double seconds) { give(seconds, 1e-6); }
  SoundFacts facts(const std::string& name) const {
    const auto file = file_of(folder_.path(""), name, RecordingPart::Data);
    return read_sound_facts(open_regular(file), file, *sound_format_of(name));
  }
  std::vector<std::string> names() const { return recordings_in(folder_.path("")); }
  std::vector<std::int16_t> wav_samples(const std::string& name) const {
    std::ifstream file(folder_.path(name), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    std::vector<std::int16_t> samples(facts(name).frames);
    std::memcpy(samples.data(), text.data() + text.find("data") + 8, 2 * samples.size());
    return samples;
  }
  // The number of frames that the header of a file promises.
  std::uint32_t frames_in_header(const std::string& name) const {
    std::ifstream file(folder_.path(name), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    std::uint32_t bytes = 0;
    std::memcpy(&bytes, text.data() + text.find("data") + 4, 4);
    return bytes / 2;
  }

  static constexpr ListenSettings kAm{.mode = ListenMode::Am, .squelch_db = -60, .agc = false};

  const TemporaryFolder folder_;
  const std::shared_ptr<TestDisk> disk_ = std::make_shared<TestDisk>();
  const Time begin_ = std::chrono::sys_days(std::chrono::year(2026) / 11 / 21) + 8h;
  std::uint64_t given_ = 0;
  std::shared_ptr<ListenChanges> changes_;
  std::unique_ptr<SoundWriter> writer_;
};

TEST_F(SoundWriterTest, WritesSoundOfTheSameLengthAsItsSamples) {
  for (const std::string name : {"x.wav", "x.opus"}) {
    given_ = 0;
    start({.listen = kAm, .format = *sound_format_of(name), .description = "Hübner"}, name);
    over(2.345);
    writer_->finish("", "stopped");
    const SoundFacts sound = facts(name);
    EXPECT_EQ(sound.rate, 24'000U) << name;
    EXPECT_EQ(sound.frames, 56'280U) << name;
    EXPECT_EQ(sound.tags.started, begin_) << name;
    EXPECT_EQ(sound.tags.center, Hertz{145.5e6}) << name;
    EXPECT_EQ(sound.tags.mode, "am") << name;
    EXPECT_EQ(sound.tags.description, "Hübner") << name;
    EXPECT_EQ(writer_->bytes(), std::filesystem::file_size(folder_.path(name))) << name;
  }
}

// What filters delay is left out at the beginning: a signal begins in the file when it began on the air.
TEST_F(SoundWriterTest, IsInTimeWithTheSamples) {
  start({.listen = {.mode = ListenMode::Am, .agc = false}}, "x.wav");
  pause(1);
  over(1);
  writer_->finish("", "stopped");
  const auto samples = wav_samples("x.wav");
  const auto first = std::ranges::find_if(samples, [](int value) { return std::abs(value) > 500; });
  EXPECT_NEAR(static_cast<double>(first - samples.begin()) / kRate, 1, 0.005);
}

TEST_F(SoundWriterTest, FillsAGapWithSilenceUpToASecond) {
  start({.listen = kAm}, "x.wav");
  over(1);
  writer_->begin_capture({.global_index = given_ + 12'000, .center = {145.5e6}, .time = begin_, .lost = 12'000}, "gap",
                         "");
  over(1);
  writer_->begin_capture({.global_index = 0, .center = {145.5e6}, .time = begin_, .lost = 240'000}, "gap", "");
  over(1);
  writer_->finish("", "stopped");
  EXPECT_EQ(facts("x.wav").frames, 24'000U * 9 / 2);
  const auto samples = wav_samples("x.wav");
  EXPECT_TRUE(std::all_of(samples.begin() + 25'000, samples.begin() + 35'000, [](int value) { return value == 0; }));
}

TEST_F(SoundWriterTest, MakesAFileOfEachOver) {
  start({.listen = kAm, .split = true}, "session");
  pause(1);
  over(1);
  pause(1);
  over(0.3);  // too short
  pause(1);
  over(2);
  pause(0.2);  // within an over
  over(0.5);
  pause(1);
  over(0.7);  // until the end
  writer_->finish("", "stopped");
  const auto all = names();
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(writer_->files(), 3U);
  EXPECT_EQ(all[0], "2026-11-21T080000Z_145.5MHz_am.wav");
  const double lengths[] = {1, 2.7, 0.7}, begins[] = {1, 4.3, 8};
  for (std::size_t n = 0; n < all.size(); ++n) {
    const SoundFacts sound = facts(all[n]);
    EXPECT_NEAR(static_cast<double>(sound.frames) / kRate, lengths[n], 0.15) << n;
    const std::chrono::duration<double> since = *sound.tags.started - begin_;
    EXPECT_NEAR(since.count(), begins[n], 0.1) << n;
  }
  std::uint64_t bytes = 0;
  for (const std::string& name : all) bytes += std::filesystem::file_size(folder_.path(name));
  EXPECT_EQ(writer_->bytes(), bytes);
}

TEST_F(SoundWriterTest, KeepsShortOversWhereThatIsAskedFor) {
  start({.listen = kAm, .split = true, .shortest = 0.2}, "session");
  pause(0.5);
  over(0.1);
  pause(0.5);
  over(0.3);
  pause(0.5);
  writer_->finish("", "stopped");
  EXPECT_EQ(names().size(), 1U);
}

TEST_F(SoundWriterTest, NamesTwoOversOfOneSecondDifferently) {
  start({.listen = kAm, .split = true, .shortest = 0}, "session");
  pause(0.1);
  over(0.1);
  pause(0.45);
  over(0.1);
  pause(0.5);
  writer_->finish("", "stopped");
  EXPECT_EQ(names(),
            (std::vector<std::string>{"2026-11-21T080000Z_145.5MHz_am.wav", "2026-11-21T080000Z_145.5MHz_am_2.wav"}));
}

// Of a program that is killed, up to a second is missing.
TEST_F(SoundWriterTest, CanBePlayedAtEveryMoment) {
  start({.listen = kAm}, "x.wav");
  for (double seconds = 0.5; seconds < 4; seconds += 0.5) {
    over(0.5);
    EXPECT_GE(frames_in_header("x.wav") + 24'000 + 2400, seconds * kRate) << seconds;
    EXPECT_LE(frames_in_header("x.wav"), seconds * kRate) << seconds;
  }
  start({.listen = kAm, .format = SoundFormat::Opus}, "x.opus");
  over(3);
  EXPECT_GE(facts("x.opus").frames, 2 * 24'000U) << "whole pages are there";
}

TEST_F(SoundWriterTest, LosesNothingOnAFullDisk) {
  start({.listen = kAm}, "whole.wav");
  over(3);
  writer_->finish("", "stopped");
  given_ = 0;
  start({.listen = kAm}, "x.wav");
  over(1);
  disk_->set_available(1001);
  while (true) {
    try {
      over(0.05);
    } catch (const OutputError& error) {
      EXPECT_TRUE(error.disk_full());
      break;
    }
  }
  EXPECT_EQ(writer_->samples(), given_) << "accepted, and kept";
  disk_->set_available(1 << 30);
  over(3 - static_cast<double>(given_) / kRate);
  writer_->finish("", "stopped");
  EXPECT_EQ(wav_samples("x.wav"), wav_samples("whole.wav"));
}

TEST_F(SoundWriterTest, FollowsItsListener) {
  start({.listen = {.mode = ListenMode::Am, .squelch_db = -60, .agc = false}}, "x.wav");
  over(1);
  changes_->put({.mode = ListenMode::Am, .squelch_db = 0, .agc = false});
  over(1);
  writer_->finish("", "stopped");
  const auto samples = wav_samples("x.wav");
  EXPECT_TRUE(std::any_of(samples.begin(), samples.begin() + 20'000, [](int value) { return std::abs(value) > 500; }));
  EXPECT_TRUE(std::all_of(samples.begin() + 30'000, samples.end(), [](int value) { return value == 0; }));
}

}  // namespace
}  // namespace spectrumd
