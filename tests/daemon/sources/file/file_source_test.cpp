// SPDX-License-Identifier: MIT
#include "daemon/sources/file/file_source.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstring>
#include <thread>

#include "tests/daemon/sources/file/temporary_folder.h"
#include "tests/daemon/sources/file/wav_bytes.h"
#include "tests/daemon/sources/test_sink.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

class FileSourceTest : public testing::Test {
 protected:
  FileSourceTest() { settings_.file.paced = false; }

  FileSource open(const std::string& name) const { return {folder_.path(name), settings_}; }
  std::string why_not(const std::string& path) const {
    try {
      const FileSource source(path, settings_);
    } catch (const SourceError& error) {
      return error.what();
    }
    return "opened";
  }

  const TemporaryFolder folder_;
  Settings settings_;
};

// The standard input comes from a descriptor while this lives.
class StandardInput {
 public:
  explicit StandardInput(int descriptor) : saved_(::dup(STDIN_FILENO)) { ::dup2(descriptor, STDIN_FILENO); }
  ~StandardInput() {
    ::dup2(saved_, STDIN_FILENO);
    ::close(saved_);
  }
  StandardInput(const StandardInput&) = delete;
  StandardInput& operator=(const StandardInput&) = delete;

 private:
  int saved_;
};

struct Pipe {
  Pipe() {
    if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
  }
  ~Pipe() {
    ::close(ends[0]);
    close_writer();
  }
  void write(std::span<const std::byte> bytes) const {
    ASSERT_EQ(::write(ends[1], bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }
  void close_writer() {
    if (ends[1] >= 0) ::close(std::exchange(ends[1], -1));
  }
  int ends[2] = {-1, -1};
};

TEST_F(FileSourceTest, GivesEveryFormatByteByByte) {
  const auto bytes = counting_bytes(100'000);
  for (const char* name : {"x.cu8", "x.cs8", "x.cs16", "x.cf32"}) {
    folder_.write(name, bytes);
    FileSource source = open(name);
    TestSink sink;
    sink.hear(source);
    EXPECT_EQ(sink.bytes, bytes) << name;
    const std::size_t sample = gpufft::bytes_per_sample(source.facts().format);
    std::uint64_t expected = 0;
    for (const auto& block : sink.blocks) {
      EXPECT_EQ(block.first_sample, expected);
      EXPECT_EQ(block.bytes % sample, 0U);
      expected += block.bytes / sample;
    }
  }
}

// 9 000 000 000 000 000 samples in every round were 18 424 000 000 217 139 152 received, in the year 2262 and beyond.
TEST_F(FileSourceTest, CountsGapsOfALoopedRecordingUpToALimit) {
  folder_.write("x.sigmf-data", "12345678");
  folder_.write("x.sigmf-meta", R"({"global": {"core:datatype": "cu8", "core:sample_rate": 1}, "captures": [
    {"core:global_index": 0, "core:datetime": "2000-01-01T00:00:00Z"},
    {"core:sample_start": 2, "core:global_index": 1000000000000002, "core:datetime": "2261-01-01T00:00:00Z"}]})");
  settings_.file.loop = true;
  FileSource source = open("x.sigmf-meta");
  TestSink sink(8 * 10'000);
  sink.hear(source);
  std::uint64_t index = 0;
  for (const auto& block : sink.blocks) {
    EXPECT_GE(block.first_sample, index);
    index = block.first_sample;
    ASSERT_GE(block.time, kEarliestTime);
    ASSERT_LE(block.time, kLatestTime);
  }
  EXPECT_GT(index, std::uint64_t{1} << 61);
  EXPECT_LT(index, std::uint64_t{1} << 63);
}

TEST_F(FileSourceTest, SaysWhatItIs) {
  folder_.write("x.cs16", "12345678");
  settings_.tuning.rate = {1e6};
  const FileSource source = open("x.cs16");
  EXPECT_EQ(source.facts().kind, "file");
  EXPECT_EQ(source.facts().description, folder_.path("x.cs16") + " (raw cs16)");
  EXPECT_EQ(source.facts().format, gpufft::SampleFormat::Cs16);
  EXPECT_FALSE(source.facts().live);
  EXPECT_FALSE(source.facts().tunable);
  EXPECT_EQ(source.facts().tuned, (Tuned{{100e6}, {1e6}, std::nullopt, 0, 1}));
}

TEST_F(FileSourceTest, CountsTimeFromTheMomentItBegan) {
  folder_.write("x.cu8", counting_bytes(200'000));
  FileSource source = open("x.cu8");
  TestSink sink;
  const Time before = std::chrono::system_clock::now();
  sink.hear(source);
  EXPECT_GE(sink.blocks.at(0).time, before);
  EXPECT_LE(sink.blocks.at(0).time, std::chrono::system_clock::now());
  const auto& last = sink.blocks.back();
  EXPECT_NEAR(std::chrono::duration<double>(last.time - sink.blocks[0].time).count(),
              static_cast<double>(last.first_sample) / 2.4e6, 1e-8);
}

TEST_F(FileSourceTest, SamplesWithoutADateAreHeardNow) {
  folder_.write("x.cu8", counting_bytes(50'000));
  folder_.write("x.wav", riff(format_chunk(1, 2, 2'400'000, 16) + auxi_chunk(14'074'000) + chunk("data", "12345678")));
  settings_.file.paced = true;
  TestSink undated, dated, at_once;
  FileSource now = open("x.cu8"), then = open("x.wav");
  const auto start = std::chrono::steady_clock::now();
  undated.hear(now);
  dated.hear(then);
  settings_.file.paced = false;
  FileSource fast = open("x.cu8");
  at_once.hear(fast);
  for (const auto& block : undated.blocks) {
    ASSERT_TRUE(block.heard);
    EXPECT_GE(*block.heard, start - 10ms);
    EXPECT_LE(*block.heard, std::chrono::steady_clock::now());
  }
  EXPECT_FALSE(dated.blocks.at(0).heard);
  EXPECT_FALSE(at_once.blocks.at(0).heard);
}

TEST_F(FileSourceTest, KeepsCountingWhenItLoops) {
  const auto bytes = counting_bytes(100'000);
  folder_.write("x.cu8", bytes);
  settings_.file.loop = true;
  FileSource source = open("x.cu8");
  TestSink sink(250'000);
  sink.hear(source);
  ASSERT_GE(sink.bytes.size(), 250'000U);
  for (std::size_t n = 0; n < sink.bytes.size(); ++n) ASSERT_EQ(sink.bytes[n], bytes[n % bytes.size()]) << n;
  std::uint64_t expected = 0;
  for (const auto& block : sink.blocks) {
    EXPECT_EQ(block.first_sample, expected);
    EXPECT_NEAR(std::chrono::duration<double>(block.time - sink.blocks[0].time).count(),
                static_cast<double>(expected) / 2.4e6, 1e-8);
    expected += block.bytes / 2;
  }
}

TEST_F(FileSourceTest, LeavesTrailingBytesOut) {
  const auto bytes = counting_bytes(1003);
  folder_.write("x.cs16", bytes);
  FileSource source = open("x.cs16");
  TestSink sink;
  sink.hear(source);
  EXPECT_EQ(sink.bytes.size(), 1000U);
}

TEST_F(FileSourceTest, TakesATruncationForTheEnd) {
  folder_.write("x.cu8", counting_bytes(1'000'000));
  settings_.file.loop = true;
  FileSource source = open("x.cu8");
  TestSink sink;
  sink.on_block = [&](const auto&) { std::filesystem::resize_file(folder_.path("x.cu8"), 0); };
  sink.hear(source);  // returns, although it should loop: there is nothing left to play
  EXPECT_EQ(sink.blocks.size(), 1U);
}

TEST_F(FileSourceTest, RetunesWithTheCapturesOfSigmf) {
  folder_.write("x.sigmf-data", counting_bytes(40'000));
  folder_.write("x.sigmf-meta", R"({"global": {"core:datatype": "cu8", "core:sample_rate": 1e6}, "captures": [
    {"core:sample_start": 0, "core:frequency": 14e6, "core:datetime": "2024-05-06T07:00:00Z"},
    {"core:sample_start": 12345, "core:frequency": 7e6, "core:datetime": "2024-05-06T08:00:00Z"}]})");
  settings_.file.loop = true;
  FileSource source = open("x");
  EXPECT_EQ(source.facts().tuned.center, Hertz{14e6});
  TestSink sink(110'000);
  sink.hear(source);
  std::vector<TestSink::Block> starts;  // of tunings
  for (const auto& block : sink.blocks)
    if (starts.empty() || block.tuned != starts.back().tuned) starts.push_back(block);
  ASSERT_EQ(starts.size(), 6U);
  EXPECT_EQ(starts[0].tuned, (Tuned{{14e6}, {1e6}, std::nullopt, 0, 1}));
  EXPECT_EQ(starts[1].tuned, (Tuned{{7e6}, {1e6}, std::nullopt, 0, 2}));
  EXPECT_EQ(starts[1].first_sample, 12345U);
  EXPECT_EQ(format_time(starts[1].time), "2024-05-06T08:00:00.000000Z");
  EXPECT_EQ(starts[2].tuned, (Tuned{{14e6}, {1e6}, std::nullopt, 0, 3}));
  EXPECT_EQ(starts[2].first_sample, 20000U);
  EXPECT_EQ(format_time(starts[2].time), "2024-05-06T08:00:00.007655Z") << "time continues where the last pass ended";
  EXPECT_EQ(format_time(starts[3].time), "2024-05-06T09:00:00.007655Z");
  EXPECT_EQ(starts[4].first_sample, 40000U);
  EXPECT_EQ(format_time(starts[4].time), "2024-05-06T09:00:00.015310Z") << "and so it does on every pass";
  EXPECT_EQ(format_time(starts[5].time), "2024-05-06T10:00:00.015310Z");
}

TEST_F(FileSourceTest, PlaysTheSamplesOfAWavAndNothingElse) {
  folder_.write("x.wav", riff(format_chunk(1, 2, 192000, 16) + auxi_chunk(14'074'000) + chunk("data", "12345678") +
                              chunk("LIST", "behind")));
  settings_.file.loop = true;
  FileSource source = open("x.wav");
  EXPECT_EQ(source.facts().tuned, (Tuned{{14.074e6}, {192e3}, std::nullopt, 0, 1}));
  TestSink sink(16);
  sink.hear(source);
  EXPECT_EQ(std::memcmp(sink.bytes.data(), "1234567812345678", 16), 0);
  EXPECT_EQ(format_time(sink.blocks.at(0).time), "2024-05-06T07:08:09.250000Z");
}

TEST_F(FileSourceTest, CannotBeRetuned) {
  folder_.write("x.sigmf-data", "1234");
  folder_.write(
      "x.sigmf-meta",
      R"({"global": {"core:datatype": "cu8", "core:sample_rate": 1e6}, "captures": [{"core:frequency": 7e6}]})");
  const FileSource source = open("x");
  const auto refused = [&](const Tuning& tuning) -> std::string {
    try {
      source.check(tuning);
    } catch (const TuningRefused& refusal) {
      return refusal.field + ": " + refusal.what();
    }
    return "";
  };
  EXPECT_EQ(refused({.center = {7e6}, .rate = {1e6}}), "");
  EXPECT_EQ(refused({.center = {8e6}, .rate = {1e6}}), "center: a recording cannot be retuned");
  EXPECT_EQ(refused({.center = {7e6}, .rate = {2e6}}), "rate: a recording cannot be retuned");
  EXPECT_EQ(refused({.center = {7e6}, .rate = {1e6}, .gain = Decibels{3}}), "gain: a recording cannot be retuned");
  EXPECT_EQ(refused({.center = {7e6}, .rate = {1e6}, .ppm = 3}), "ppm: a recording cannot be retuned");
}

TEST_F(FileSourceTest, CarriesTheGenerationOfARequestItAlreadyMeets) {
  folder_.write("x.cu8", counting_bytes(200'000));
  FileSource source = open("x.cu8");
  TestSink sink;
  sink.requests.put({settings_.tuning, 5});
  sink.hear(source);
  EXPECT_EQ(sink.blocks.at(0).tuned.generation, 5U);
}

TEST_F(FileSourceTest, SaysWhatIsWrongWithAFile) {
  EXPECT_EQ(why_not(folder_.path("x.cu8")), folder_.path("x.cu8") + ": No such file or directory");
  EXPECT_EQ(why_not(folder_.write("x.cu8", "")), folder_.path("x.cu8") + ": is empty");
  EXPECT_EQ(why_not(folder_.write("x.cf32", "1234")), folder_.path("x.cf32") + ": shorter than one sample");
  std::filesystem::create_directory(folder_.path("y.cu8"));
  EXPECT_EQ(why_not(folder_.path("y.cu8")), folder_.path("y.cu8") + ": Is a directory");
  folder_.write("z.sigmf-meta", R"({"global": {"core:datatype": "cu8"}})");
  EXPECT_EQ(why_not(folder_.path("z")), folder_.path("z.sigmf-data") + ": No such file or directory");
}

TEST_F(FileSourceTest, SaysThatItMayNotReadAFile) {
  const std::string path = folder_.write("x.cu8", "1234");
  std::filesystem::permissions(path, std::filesystem::perms::none);
  const uid_t user = ::geteuid();
  ASSERT_EQ(::seteuid(user == 0 ? 65534 : user),
            0);  // root may read everything, so run as the user nobody for a while; lint: allowed
  const std::string reason = why_not(path);
  ASSERT_EQ(::seteuid(user), 0);
  EXPECT_EQ(reason, path + ": Permission denied; make it readable for the user that runs spectrumd");
}

TEST_F(FileSourceTest, PlaysInRealTime) {
  folder_.write("x.cu8", counting_bytes(2 * 240'000));  // a tenth of a second
  settings_.file.paced = true;
  FileSource source = open("x.cu8");
  TestSink sink;
  const auto start = Clock::now();
  sink.hear(source);
  const std::chrono::duration<double> taken = Clock::now() - start;
  EXPECT_EQ(sink.bytes.size(), 480'000U);
  EXPECT_GE(taken.count(), 0.099);
  EXPECT_LT(taken.count(), 1);
}

TEST_F(FileSourceTest, ReadsTheStandardInputSampleBySample) {
  Pipe pipe;
  const StandardInput input(pipe.ends[0]);
  settings_.file.format = "cs16";
  FileSource source(FileSource::kStdin, settings_);
  EXPECT_EQ(source.facts().kind, "-");
  EXPECT_FALSE(source.facts().live);
  const auto bytes = counting_bytes(4001);  // the last sample is incomplete
  std::jthread writer([&] {
    for (std::size_t n = 0; n < bytes.size(); n += 667) {  // never on the edge of a sample
      pipe.write(std::span(bytes).subspan(n, std::min<std::size_t>(667, bytes.size() - n)));
      std::this_thread::sleep_for(2ms);
    }
    pipe.close_writer();
  });
  TestSink sink;
  sink.hear(source);
  EXPECT_EQ(sink.bytes, std::vector<std::byte>(bytes.begin(), bytes.begin() + 4000));
}

TEST_F(FileSourceTest, RefusesAStandardInputThatIsClosed) {
  const int unreadable = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  const StandardInput input(unreadable);
  ::close(unreadable);
  const std::string reason = why_not("-");
  EXPECT_TRUE(reason.starts_with("standard input: is closed; pipe samples into it")) << reason;
}

TEST_F(FileSourceTest, DoesNotReadSamplesFromATerminal) {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0) GTEST_SKIP() << "no pseudo-terminals here";
  {
    const StandardInput input(terminal);
    const std::string reason = why_not(FileSource::kStdin);
    EXPECT_TRUE(reason.starts_with("standard input: is a terminal; pipe samples into it")) << reason;
  }
  ::close(terminal);
}

TEST_F(FileSourceTest, StopsWhileNothingComesFromAPipe) {
  Pipe pipe;
  const StandardInput input(pipe.ends[0]);
  FileSource source(FileSource::kStdin, settings_);
  TestSink sink;
  sink.on_idle = [&] {
    if (sink.idles == 2) sink.stop.request_stop();
  };
  sink.hear(source);
  EXPECT_EQ(sink.idles, 2);
}

TEST_F(FileSourceTest, WaitsForTheWriterOfAFifo) {
  ASSERT_EQ(::mkfifo(folder_.path("x.cu8").c_str(), 0600), 0);
  FileSource source = open("x.cu8");
  const auto bytes = counting_bytes(100'000);
  std::jthread writer;
  TestSink sink;
  sink.on_idle = [&] {
    if (sink.idles == 2) writer = std::jthread([&] { folder_.write("x.cu8", bytes); });
  };
  sink.hear(source);
  EXPECT_EQ(sink.bytes, bytes);
  EXPECT_GE(sink.idles, 2);
}

}  // namespace
}  // namespace spectrumd
