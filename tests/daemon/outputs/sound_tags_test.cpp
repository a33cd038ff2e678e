// SPDX-License-Identifier: MIT
#include "daemon/outputs/sound_tags.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "daemon/outputs/recording_folder.h"
#include "daemon/outputs/sound_file.h"
#include "daemon/sources/iq_source.h"
#include "tests/daemon/outputs/test_disk.h"
#include "tests/daemon/sources/file/temporary_folder.h"

namespace spectrumd {
namespace {

constexpr SoundFormat kFormats[] = {SoundFormat::Wav, SoundFormat::Opus};
const SoundTags kTags{
    .started = Time{std::chrono::hours(500'000)}, .center = Hertz{145.5e6}, .mode = "nfm", .description = "a net"};

class SoundTagsTest : public testing::Test {
 protected:
  // A file of a second.
  std::string file_of(SoundFormat format) {
    const std::string path = folder_.path("whole" + std::to_string(++files_));
    SoundFile file(path, {.format = format}, kTags, std::make_shared<Disk>());
    file.add(std::vector<float>(24'000));
    file.finish();
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
  SoundFacts facts_of(const std::string& bytes, SoundFormat format) {
    const std::string path = folder_.path("read");
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
    return read_sound_facts(open_regular(path), path, format);
  }

  TemporaryFolder folder_;
  int files_ = 0;
};

TEST_F(SoundTagsTest, AreReadAsTheyWereWritten) {
  for (const SoundFormat format : kFormats) {
    const SoundFacts facts = facts_of(file_of(format), format);
    EXPECT_EQ(facts.tags.started, kTags.started);
    EXPECT_EQ(facts.tags.center, kTags.center);
    EXPECT_EQ(facts.tags.mode, "nfm");
    EXPECT_EQ(facts.tags.description, "a net");
    EXPECT_EQ(facts.frames, 24'000U);
  }
}

// A program that was killed, or a full disk, may leave any beginning of a file.
TEST_F(SoundTagsTest, OfAFileThatWasCutAnywhereAreThereOrRefused) {
  for (const SoundFormat format : kFormats) {
    const std::string whole = file_of(format);
    int read = 0, refused = 0;
    for (std::size_t length = 0; length < 600; ++length) {
      try {
        EXPECT_LE(facts_of(whole.substr(0, length), format).frames, 24'000U) << length;
        ++read;
      } catch (const SourceError&) {
        ++refused;
      }
    }
    EXPECT_GT(read, 0);
    EXPECT_GT(refused, 30);
  }
}

// With 32 bits the place behind a chunk may come out before it.
TEST_F(SoundTagsTest, OfChunksThatClaimAnySizeAreThereOrRefused) {
  for (const SoundFormat format : kFormats) {
    const std::string whole = file_of(format);
    for (const unsigned size : {0xfffffff8U, 0xffffffffU, 0x7fffffffU, 0xfffffff0U, 0U, 1U})
      for (std::size_t at = 4; at + 4 <= 300; ++at) {
        std::string bytes = whole;
        for (int i = 0; i < 4; ++i) bytes[at + static_cast<std::size_t>(i)] = static_cast<char>(size >> 8 * i);
        try {
          facts_of(bytes, format);
        } catch (const SourceError&) {
          continue;
        }
      }
  }
}

}  // namespace
}  // namespace spectrumd
