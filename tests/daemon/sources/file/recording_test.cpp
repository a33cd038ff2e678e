// SPDX-License-Identifier: MIT
#include "daemon/sources/file/recording.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>

#include "daemon/sources/iq_source.h"
#include "tests/daemon/sources/file/temporary_folder.h"
#include "tests/daemon/sources/file/wav_bytes.h"

namespace spectrumd {
namespace {

using gpufft::SampleFormat;

class RecordingTest : public testing::Test {
 protected:
  Recording find(const std::string& name) const { return find_recording(folder_.path(name), settings_); }

  // The reason without the folder.
  std::string why_not(const std::string& name) const {
    try {
      (void)find(name);
    } catch (const SourceError& error) {
      std::string text = error.what();
      const std::string folder = folder_.path("");
      for (auto at = text.find(folder); at != std::string::npos; at = text.find(folder)) text.erase(at, folder.size());
      return text;
    }
    return "taken";
  }
  std::string why_not_wav(std::string_view text) const {
    folder_.write("x.wav", text);
    return why_not("x.wav");
  }
  std::string why_not_meta(std::string_view text) const {
    folder_.write("x.sigmf-meta", text);
    folder_.write("x.sigmf-data", "1234");
    return why_not("x.sigmf-meta");
  }

  const TemporaryFolder folder_;
  Settings settings_;
};

TEST_F(RecordingTest, RecognisesRawFormatsByTheirNames) {
  const std::vector<std::pair<std::string, SampleFormat>> names{
      {"a.cu8", SampleFormat::Cu8},   {"a.u8", SampleFormat::Cu8},    {"a.cs8", SampleFormat::Cs8},
      {"a.s8", SampleFormat::Cs8},    {"a.cs16", SampleFormat::Cs16}, {"a.s16", SampleFormat::Cs16},
      {"a.cf32", SampleFormat::Cf32}, {"a.fc32", SampleFormat::Cf32}, {"a.cfile", SampleFormat::Cf32}};
  for (const auto& [name, format] : names) {
    folder_.write(name, "12345678");
    EXPECT_EQ(find(name).format, format) << name;
  }
}

TEST_F(RecordingTest, AsksForAFormatThatTheNameDoesNotGive) {
  folder_.write("a.iq", "12345678");
  EXPECT_EQ(why_not("a.iq"), "a.iq: unknown sample format; set file.format to cu8, cs8, cs16 or cf32");
  settings_.file.format = "cs16";
  EXPECT_EQ(find("a.iq").format, SampleFormat::Cs16);
  EXPECT_EQ(find_recording("-", settings_).format, SampleFormat::Cs16);
  settings_.file.format = "auto";
  EXPECT_EQ(find_recording("-", settings_).format, SampleFormat::Cu8);
}

TEST_F(RecordingTest, TakesTheTuningOfARawFileFromTheSettings) {
  folder_.write("a.cu8", "12");
  settings_.tuning = {.center = {7e6}, .rate = {1e6}, .gain = Decibels{20}};
  const Recording recording = find("a.cu8");
  EXPECT_EQ(recording.rate, Hertz{1e6});
  EXPECT_EQ(recording.gain, Decibels{20});
  ASSERT_EQ(recording.captures.size(), 1U);
  EXPECT_EQ(recording.captures[0].center, Hertz{7e6});
  EXPECT_FALSE(recording.captures[0].time);
}

TEST_F(RecordingTest, SaysThatAFileIsMissing) {
  EXPECT_EQ(why_not("a.iq"), "a.iq: No such file or directory");
  EXPECT_EQ(why_not("a.wav"), "a.wav: No such file or directory");
  EXPECT_EQ(why_not("a.sigmf-data"), "a.sigmf-meta: No such file or directory");
}

TEST_F(RecordingTest, ReadsSigmfByAnyOfItsNames) {
  folder_.write("x.y.sigmf-data", "1234");
  folder_.write("x.y.sigmf-meta", R"({
    "global": {"core:datatype": "ci16_le", "core:sample_rate": 250000, "core:version": "1.2.0"},
    "captures": [{"core:sample_start": 0, "core:frequency": 14.1e6, "core:datetime": "2024-05-06T07:08:09.25Z"},
                 {"core:sample_start": 500, "core:frequency": 7.1e6},
                 {"core:sample_start": 900, "core:datetime": "2024-05-06T08:00:00Z"}]})");
  const Time start = std::chrono::sys_days(std::chrono::year(2024) / 5 / 6) + std::chrono::milliseconds(25689250);
  for (const char* name : {"x.y", "x.y.sigmf-data", "x.y.sigmf-meta"}) {
    const Recording recording = find(name);
    EXPECT_EQ(recording.container, "SigMF");
    EXPECT_EQ(recording.data, folder_.path("x.y.sigmf-data"));
    EXPECT_EQ(recording.format, SampleFormat::Cs16);
    EXPECT_EQ(recording.rate, Hertz{250e3});
    ASSERT_EQ(recording.captures.size(), 3U);
    EXPECT_EQ(recording.captures[0].center, Hertz{14.1e6});
    EXPECT_EQ(recording.captures[0].time, start);
    EXPECT_EQ(recording.captures[1].first_sample, 500U);
    EXPECT_EQ(recording.captures[1].center, Hertz{7.1e6});
    EXPECT_EQ(recording.captures[1].time, start + std::chrono::milliseconds(2)) << "follows without a pause";
    EXPECT_EQ(recording.captures[2].center, Hertz{7.1e6}) << "stays";
    EXPECT_EQ(format_time(*recording.captures[2].time), "2024-05-06T08:00:00.000000Z");
  }
}

TEST_F(RecordingTest, TakesWhatSigmfDoesNotSayFromTheSettings) {
  for (const auto& [name, format] : std::vector<std::pair<std::string, SampleFormat>>{
           {"cu8", SampleFormat::Cu8}, {"ci8", SampleFormat::Cs8}, {"cf32_le", SampleFormat::Cf32}}) {
    folder_.write("x.sigmf-data", "12345678");
    folder_.write("x.sigmf-meta", R"({"global": {"core:datatype": ")" + name + R"("}})");
    const Recording recording = find("x");
    EXPECT_EQ(recording.format, format);
    EXPECT_EQ(recording.rate, settings_.tuning.rate);
    ASSERT_EQ(recording.captures.size(), 1U);
    EXPECT_EQ(recording.captures[0].center, settings_.tuning.center);
  }
}

TEST_F(RecordingTest, CountsSigmfSamplesFromTheOffset) {
  folder_.write("x.sigmf-data", "12345678");
  folder_.write("x.sigmf-meta", R"({"global": {"core:datatype": "cu8", "core:offset": 1000},
    "captures": [{"core:sample_start": 1000}, {"core:sample_start": 1002, "core:frequency": 5}]})");
  EXPECT_EQ(find("x").captures.at(1).first_sample, 2U);
}

TEST_F(RecordingTest, SaysWhatIsWrongWithSigmf) {
  EXPECT_TRUE(why_not_meta("{").starts_with("x.sigmf-meta:1: syntax error")) << why_not_meta("{");
  EXPECT_EQ(why_not_meta("[]"), "x.sigmf-meta: has no \"global\" object, so it is not SigMF metadata");
  EXPECT_EQ(why_not_meta(R"({"global": {}})"), "x.sigmf-meta: core:datatype: is missing");
  EXPECT_EQ(why_not_meta(R"({"global": {"core:datatype": "rf32_le"}})"),
            "x.sigmf-meta: core:datatype: \"rf32_le\" is not supported; cu8, ci8, ci16_le and cf32_le are");
  EXPECT_EQ(why_not_meta(R"({"global": {"core:datatype": "cu8", "core:num_channels": 2}})"),
            "x.sigmf-meta: core:num_channels: only single-channel recordings are supported");
  EXPECT_EQ(why_not_meta(R"({"global": {"core:datatype": "cu8", "core:sample_rate": 0}})"),
            "x.sigmf-meta: core:sample_rate: 0 is not in 1 to 1G");
  EXPECT_EQ(why_not_meta(R"({"global": {"core:datatype": "cu8"}, "captures": 3})"),
            "x.sigmf-meta: captures: not a list");
  EXPECT_EQ(why_not_meta(R"({"global": {"core:datatype": "cu8"}, "captures": [{"core:datetime": "today"}]})"),
            "x.sigmf-meta: core:datetime: \"today\" is not a time such as 2026-11-21T08:03:49.5Z");
  EXPECT_EQ(why_not_meta(R"({"global": {"core:datatype": "cu8"}, "captures": [{"core:sample_start": -1}]})"),
            "x.sigmf-meta: core:sample_start: -1 is not in 0 to 9000000G");
  EXPECT_EQ(why_not_meta(R"({"global": {"core:datatype": "cu8"}, "captures": [{"core:header_bytes": 8}]})"),
            "x.sigmf-meta: core:header_bytes: recordings with headers between the samples are not supported");
  EXPECT_EQ(
      why_not_meta(
          R"({"global": {"core:datatype": "cu8"}, "captures": [{"core:sample_start": 9}, {"core:sample_start": 3}]})"),
      "x.sigmf-meta: captures: not sorted by core:sample_start");
  EXPECT_EQ(
      why_not_meta(R"({"global": {"core:datatype": "cu8"}, "captures": [{"core:datetime": "1969-12-31T23:59:59Z"}]})"),
      "x.sigmf-meta: core:datetime: \"1969-12-31T23:59:59Z\" is not between 1970 and 2262");
  EXPECT_EQ(why_not("x.sigmf"), "x.sigmf: No such file or directory");
}

// Each of them ended the process or took half a gigabyte.
TEST_F(RecordingTest, RefusesSigmfThatIsMadeToTakeMemory) {
  const auto repeated = [](std::string_view text, std::size_t times) {
    std::string all;
    for (; times > 0; --times) all += text;
    return all;
  };
  EXPECT_EQ(why_not_meta(repeated("[", 15 << 20)), "x.sigmf-meta: deeper than 16 levels");
  EXPECT_EQ(why_not_meta(repeated("{\"a\":", 2 << 20)), "x.sigmf-meta: deeper than 16 levels");
  EXPECT_EQ(why_not_meta('[' + repeated("{},", 5 << 20)), "x.sigmf-meta: more than 250000 values");
  EXPECT_EQ(why_not_meta(repeated(" ", 17 << 20)), "x.sigmf-meta: is larger than 16 MiB");
}

TEST_F(RecordingTest, DoesNotWaitForMetadataThatIsAPipe) {
  folder_.write("x.sigmf-data", "1234");
  ASSERT_EQ(::mkfifo(folder_.path("x.sigmf-meta").c_str(), 0600), 0);
  EXPECT_EQ(why_not("x.sigmf-meta"), "x.sigmf-meta: is not a regular file");
}

TEST_F(RecordingTest, LimitsWhatSigmfMayMiss) {
  const auto missing = [](const std::string& samples) {
    return R"({"global": {"core:datatype": "cu8"}, "captures": [{"core:global_index": 0},
      {"core:sample_start": 1, "core:global_index": )" +
           samples + "}]}";
  };
  EXPECT_EQ(why_not_meta(missing("1000000000000001")), "taken");
  EXPECT_EQ(why_not_meta(missing("1000000000000002")),
            "x.sigmf-meta: core:global_index: more than 1000000000000000 samples are missing");
  EXPECT_EQ(why_not_meta(missing("9223372036854775807")),
            "x.sigmf-meta: core:global_index: 9223372036854776k is not in 0 to 9000000G");
}

TEST_F(RecordingTest, HoldsTimesThatRunOutOfTheirRange) {
  EXPECT_EQ(why_not_meta(R"({"global": {"core:datatype": "cu8", "core:sample_rate": 1}, "captures": [
      {"core:datetime": "2261-12-31T23:59:59Z"}, {"core:sample_start": 9000000000000000}]})"),
            "taken");
  EXPECT_EQ(find("x").captures.at(1).time, kLatestTime);
  EXPECT_EQ(after_samples(kEarliestTime, UINT64_MAX, {1}), kLatestTime);
  EXPECT_EQ(moved(kLatestTime, std::chrono::nanoseconds::max()), kLatestTime);
  EXPECT_EQ(moved(kLatestTime, std::chrono::nanoseconds::min()), kEarliestTime);
  EXPECT_EQ(moved(kEarliestTime, std::chrono::seconds(3)), Time(std::chrono::seconds(3)));
}

TEST_F(RecordingTest, ReadsWavOfThreeFormats) {
  struct Case {
    unsigned kind, bits;
    SampleFormat format;
  };
  for (const Case& c :
       {Case{1, 8, SampleFormat::Cu8}, Case{1, 16, SampleFormat::Cs16}, Case{3, 32, SampleFormat::Cf32}}) {
    folder_.write("x.wav", riff(format_chunk(c.kind, 2, 192000, c.bits) + chunk("data", "123456789abcdefg")));
    const Recording recording = find("x.wav");
    EXPECT_EQ(recording.container, "WAV");
    EXPECT_EQ(recording.format, c.format);
    EXPECT_EQ(recording.rate, Hertz{192e3});
    EXPECT_EQ(recording.offset, 44U);
    EXPECT_EQ(recording.bytes, 16U);
    EXPECT_EQ(recording.captures.at(0).center, settings_.tuning.center);
  }
}

TEST_F(RecordingTest, KnowsAWavByItsContent) {
  folder_.write("x.iq", riff(format_chunk(1, 2, 192000, 16) + chunk("data", "1234")));
  EXPECT_EQ(find("x.iq").container, "WAV");
  settings_.file.format = "cu8";
  EXPECT_EQ(find("x.iq").container, "raw") << "as was said";
}

TEST_F(RecordingTest, ReadsTheTuningFromAuxi) {
  const std::string format = format_chunk(1, 2, 192000, 16), data = chunk("data", "1234");
  for (const std::string& chunks : {format + auxi_chunk(14'074'000) + data, format + data + auxi_chunk(14'074'000)}) {
    folder_.write("x.wav", riff(chunks));
    const Capture capture = find("x.wav").captures.at(0);
    EXPECT_EQ(capture.center, Hertz{14.074e6});
    ASSERT_TRUE(capture.time);
    EXPECT_EQ(format_time(*capture.time), "2024-05-06T07:08:09.250000Z");
  }
}

TEST_F(RecordingTest, LeavesAnAuxiOfAnotherKindAlone) {
  folder_.write("x.wav", riff(format_chunk(1, 2, 192000, 16) + chunk("auxi", "<?xml version=\"1.0\"?><SDR-XML-Root/>") +
                              chunk("data", "1234")));
  EXPECT_EQ(find("x.wav").captures.at(0).center, settings_.tuning.center);
}

TEST_F(RecordingTest, ReadsLongWav) {
  const std::string sizes = chunk("ds64", number(1000, 8) + number(8, 8) + number(2, 8) + number(0, 4));
  const std::string data = "data" + number(0xffffffff, 4) + "12345678" + "tail";
  folder_.write("x.wav", riff(sizes + format_chunk(1, 2, 192000, 16) + data, "RF64"));
  EXPECT_EQ(find("x.wav").bytes, 8U);
}

TEST_F(RecordingTest, ReadsExtensibleWavAndSkipsOtherChunks) {
  const std::string format =
      chunk("fmt ", number(0xfffe, 2) + number(2, 2) + number(48000, 4) + number(0, 4) + number(8, 2) + number(32, 2) +
                        number(22, 2) + number(32, 2) + number(3, 4) + number(3, 2) + std::string(14, '\0'));
  folder_.write("x.wav", riff(chunk("LIST", "odd") + format + chunk("data", "12345678")));
  EXPECT_EQ(find("x.wav").format, SampleFormat::Cf32);
}

TEST_F(RecordingTest, TakesWhatIsThereOfAWavThatWasCutOff) {
  const std::string format = format_chunk(1, 2, 192000, 16);
  for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{100000}, std::uint64_t{0xffffffff}}) {
    folder_.write("x.wav", riff(format + "data" + number(size, 4) + "12345678"));
    EXPECT_EQ(find("x.wav").bytes, 8U) << size;
  }
}

TEST_F(RecordingTest, SaysWhatIsWrongWithWav) {
  const std::string data = chunk("data", "1234");
  EXPECT_EQ(why_not_wav("not at all"), "x.wav: is not a WAV file");
  EXPECT_EQ(why_not_wav(""), "x.wav: is not a WAV file");
  EXPECT_EQ(why_not_wav(riff(data)), "x.wav: has no fmt chunk, so it is not a WAV file");
  EXPECT_EQ(why_not_wav(riff(format_chunk(1, 2, 48000, 16))), "x.wav: has no data chunk");
  EXPECT_EQ(why_not_wav(riff(format_chunk(1, 1, 48000, 16) + data)), "x.wav: has 1 channel; I and Q need two");
  EXPECT_EQ(why_not_wav(riff(format_chunk(1, 2, 0, 16) + data)), "x.wav: has a sample rate of 0; supported: 1 to 1G");
  EXPECT_EQ(why_not_wav(riff(format_chunk(1, 2, 4'294'967'295, 16) + data)),
            "x.wav: has a sample rate of 4294967295; supported: 1 to 1G");
  EXPECT_EQ(why_not_wav(riff(format_chunk(1, 2, 48000, 24) + data)),
            "x.wav: samples of 24 bits in WAV format 1 are not supported; 8 and 16 bits and 32-bit float are");
}

}  // namespace
}  // namespace spectrumd
