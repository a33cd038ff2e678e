// SPDX-License-Identifier: MIT
#include "daemon/outputs/convert/sigmf_archive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "daemon/outputs/convert/sha512.h"
#include "daemon/outputs/output_file.h"
#include "daemon/sources/iq_source.h"
#include "tests/daemon/sources/file/temporary_folder.h"

namespace spectrumd {
namespace {

using gpufft::SampleFormat;

Recording recording_at(Hertz center, Hertz rate) {
  Recording recording;
  recording.rate = rate;
  recording.captures = {{.first_sample = 0, .center = center, .time = {}}};
  return recording;
}

void fill(ConvertedFile& file, const Recording& from, std::span<const std::byte> samples) {
  file.begin(from.captures.front());
  file.append(samples);
  file.finish();
}

std::string file_text(const std::filesystem::path& path, std::uint64_t from, std::size_t bytes) {
  std::ifstream file(path, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(from));
  std::string text(bytes, '\0');
  file.read(text.data(), static_cast<std::streamsize>(bytes));
  return text;
}

// The names and contents of a tar archive.
std::vector<std::pair<std::string, std::string>> members_of(const std::filesystem::path& path) {
  std::vector<std::pair<std::string, std::string>> members;
  const std::uint64_t all = std::filesystem::file_size(path);
  for (std::uint64_t at = 0; at < all;) {
    const std::string head = file_text(path, at, 512);
    if (head.front() == '\0') break;  // the end of the archive
    const std::size_t size = std::stoul(head.substr(124, 11), nullptr, 8);
    members.emplace_back(head.substr(0, head.find('\0')), file_text(path, at + 512, size));
    at += 512 + (size + 511) / 512 * 512;
  }
  return members;
}

struct Archive : testing::Test {
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path("")))
      names.push_back(entry.path().filename());
    std::ranges::sort(names);
    return names;
  }

  TemporaryFolder folder_;
  const std::filesystem::path path_ = folder_.path("shack.sigmf");
  const Recording low_ = recording_at({7.1e6}, {96e3}), high_ = recording_at({145.5e6}, {2.4e6});
  const std::vector<std::byte> low_samples_ = counting_bytes(4000), high_samples_ = counting_bytes(1000);
};

TEST_F(Archive, HasSeveralRecordingsOfACollection) {
  {
    SigmfArchive archive(path_, true);
    fill(archive.add("low", low_, SampleFormat::Cs16), low_, low_samples_);
    fill(archive.add("high", high_, SampleFormat::Cu8), high_, high_samples_);
    archive.finish();
  }
  EXPECT_EQ(files(), std::vector<std::string>{"shack.sigmf"}) << "what it was made from is gone";

  const auto members = members_of(path_);
  std::vector<std::string> names;
  for (const auto& [name, text] : members) names.push_back(name);
  ASSERT_EQ(names, (std::vector<std::string>{"shack.sigmf-collection", "low/low.sigmf-meta", "low/low.sigmf-data",
                                             "high/high.sigmf-meta", "high/high.sigmf-data"}));
  const Json collection = Json::parse(members[0].second).at("collection");
  const Json streams = collection.at("core:streams");
  ASSERT_EQ(streams.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const std::string& metadata = members[1 + 2 * i].second;
    EXPECT_EQ(streams[i].at("name"), i == 0 ? "low" : "high");
    EXPECT_EQ(streams[i].at("hash"), sha512_hex(metadata));
    const Json global = Json::parse(metadata).at("global");
    EXPECT_EQ(global.at("core:collection"), "shack");
    EXPECT_EQ(members[2 + 2 * i].second.size(), i == 0 ? low_samples_.size() : high_samples_.size());
    EXPECT_EQ(global.at("core:version"), collection.at("core:version"));
  }
}

TEST_F(Archive, IsReadRecordingByRecording) {
  {
    SigmfArchive archive(path_, true);
    fill(archive.add("low", low_, SampleFormat::Cs16), low_, low_samples_);
    fill(archive.add("high", high_, SampleFormat::Cu8), high_, high_samples_);
    archive.finish();
  }
  const auto check = [&](const std::string& name, const Recording& from, SampleFormat format,
                         const std::vector<std::byte>& samples) {
    const Recording read = find_recording(path_ / name, {});
    EXPECT_EQ(read.format, format) << name;
    EXPECT_EQ(read.rate, from.rate) << name;
    ASSERT_EQ(read.captures.size(), 1U) << name;
    EXPECT_EQ(read.captures.front().center, from.captures.front().center) << name;
    ASSERT_EQ(read.bytes, samples.size()) << name;
    const std::string bytes = file_text(read.data, read.offset, samples.size());
    EXPECT_TRUE(std::ranges::equal(std::as_bytes(std::span(bytes)), samples)) << name;
  };
  check("low", low_, SampleFormat::Cs16, low_samples_);
  check("high", high_, SampleFormat::Cu8, high_samples_);
  try {
    find_recording(path_, {});
    FAIL() << "which of the two?";
  } catch (const SourceError& error) {
    EXPECT_NE(std::string(error.what()).find("has 2 recordings; name one"), std::string::npos) << error.what();
  }
}

TEST_F(Archive, OfOneRecordingNeedsNoCollectionAndNoName) {
  {
    SigmfArchive archive(path_, false);
    fill(archive.add("shack", low_, SampleFormat::Cs8), low_, low_samples_);
    archive.finish();
  }
  ASSERT_EQ(members_of(path_).size(), 2U);
  EXPECT_FALSE(Json::parse(members_of(path_)[0].second).at("global").contains("core:collection"));
  EXPECT_EQ(find_recording(path_, {}).bytes, low_samples_.size());
}

TEST_F(Archive, LeavesNothingUnlessItIsFinished) {
  {
    SigmfArchive archive(path_, true);
    fill(archive.add("low", low_, SampleFormat::Cs16), low_, low_samples_);
    ConvertedFile& half = archive.add("high", high_, SampleFormat::Cu8);
    half.begin(high_.captures.front());
    half.append(high_samples_);
    EXPECT_FALSE(files().empty());
  }
  EXPECT_EQ(files(), std::vector<std::string>{});
}

TEST_F(Archive, ReplacesNoFile) {
  folder_.write("shack.sigmf", "mine");
  EXPECT_THROW(SigmfArchive(path_, true), OutputError);
  EXPECT_EQ(file_text(path_, 0, 4), "mine");
}

}  // namespace
}  // namespace spectrumd
