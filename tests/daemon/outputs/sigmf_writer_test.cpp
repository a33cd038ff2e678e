// SPDX-License-Identifier: MIT
#include "daemon/outputs/sigmf_writer.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "daemon/sources/file/recording.h"
#include "daemon/sources/json_file.h"
#include "tests/daemon/sources/file/temporary_folder.h"
#include "tests/file_size_limit.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

const SigmfGlobal kGlobal{
    .format = gpufft::SampleFormat::Cu8, .rate = {2.4e6}, .hardware = "a radio", .description = "a test"};
const Time kTime = std::chrono::sys_days(std::chrono::year(2026) / 11 / 21) + std::chrono::microseconds(123456);

TEST(SigmfWriter, WritesAPairThatTheFileSourceReads) {
  const TemporaryFolder folder;
  SigmfWriter writer(folder.path("x"), kGlobal);
  writer.begin_capture({.global_index = 500, .center = {100e6}, .time = kTime}, "", "");
  writer.append(counting_bytes(2000));
  writer.begin_capture({.global_index = 1700, .center = {100e6}, .time = kTime}, "gap", "200 samples are missing");
  writer.append(counting_bytes(10));
  ASSERT_TRUE(writer.wait_until_described(1min));
  const Recording recording = read_sigmf(folder.path("x"), {});
  EXPECT_EQ(recording.format, gpufft::SampleFormat::Cu8);
  EXPECT_EQ(recording.rate, Hertz{2.4e6});
  ASSERT_EQ(recording.captures.size(), 2U);
  EXPECT_EQ(recording.captures[0].center, Hertz{100e6});
  EXPECT_EQ(recording.captures[0].time, kTime);
  EXPECT_EQ(recording.captures[1].first_sample, 1000U);
  EXPECT_EQ(recording.captures[1].missing, 200U);
  EXPECT_EQ(std::filesystem::file_size(folder.path("x.sigmf-data")), 2010U);
}

TEST(SigmfWriter, SaysWhatHappenedWhere) {
  const TemporaryFolder folder;
  SigmfWriter writer(folder.path("x"), kGlobal);
  writer.begin_capture({}, "", "");
  writer.append(counting_bytes(2000));
  writer.begin_capture({.center = {1e6}}, "retune", "center 1MHz");
  writer.finish("end", "the disk is full");
  const Json metadata = read_json(folder.path("x.sigmf-meta"));
  EXPECT_EQ(metadata["global"]["core:description"], "a test");
  const Json& annotations = metadata["annotations"];
  ASSERT_EQ(annotations.size(), 2U);
  EXPECT_EQ(annotations[0]["core:label"], "retune");
  EXPECT_EQ(annotations[0]["core:sample_start"], 1000);
  EXPECT_EQ(annotations[1]["core:comment"], "the disk is full");
}

TEST(SigmfWriter, NeverWritesOverAnything) {
  const TemporaryFolder folder;
  folder.write("a.sigmf-data", "precious");
  EXPECT_THROW(SigmfWriter(folder.path("a"), kGlobal), OutputError);
  EXPECT_EQ(std::filesystem::file_size(folder.path("a.sigmf-data")), 8U);
  folder.write("b.sigmf-meta", "precious");
  EXPECT_THROW(SigmfWriter(folder.path("b"), kGlobal), OutputError);
  EXPECT_FALSE(std::filesystem::exists(folder.path("b.sigmf-data")));
}

TEST(SigmfWriter, LeavesNothingBehindWhereItCannotBegin) {
  const TemporaryFolder folder;
  {
    const FileSizeLimit limit(1);
    EXPECT_THROW(SigmfWriter(folder.path("x"), kGlobal), OutputError);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path("")));
}

TEST(SigmfWriter, LeavesWholeSamplesWhereTheDiskIsFull) {
  const TemporaryFolder folder;
  SigmfWriter writer(folder.path("x"), kGlobal);
  writer.begin_capture({}, "", "");
  {
    const FileSizeLimit limit(4097);
    EXPECT_THROW(writer.append(counting_bytes(10000)), OutputError);
    writer.finish("end", "no space");
  }
  EXPECT_EQ(std::filesystem::file_size(folder.path("x.sigmf-data")), 4096U);
  EXPECT_EQ(writer.samples(), 2048U);
  EXPECT_EQ(read_json(folder.path("x.sigmf-meta"))["annotations"][0]["core:comment"], "no space");
}

TEST(ReplaceFile, LeavesTheOldTextWhereTheNewOneCannotBeWritten) {
  const TemporaryFolder folder;
  const std::string path = folder.write("x", "old");
  const auto disk = std::make_shared<Disk>();
  {
    const FileSizeLimit limit(10);
    EXPECT_THROW(replace_file_on_disk(path, "a new text that is too long", disk), OutputError);
  }
  EXPECT_EQ(std::filesystem::file_size(path), 3U);
  EXPECT_FALSE(std::filesystem::exists(path + ".tmp"));
  replace_file_on_disk(path, "new!", disk);
  EXPECT_EQ(std::filesystem::file_size(path), 4U);
}

TEST(OutputFile, SaysTheFileTheReasonAndTheWayOut) {
  try {
    const OutputFile file("/proc/nothing/x");
    FAIL() << "made a file in /proc";
  } catch (const OutputError& error) {
    EXPECT_NE(std::string(error.what()).find("/proc/nothing/x: No such file"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace spectrumd
