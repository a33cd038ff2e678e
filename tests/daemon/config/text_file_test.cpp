// SPDX-License-Identifier: MIT
#include "daemon/config/text_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

#include "tests/daemon/sources/file/temporary_folder.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr TextFileLimits kPatient{.bytes = 1 << 20, .pipe_patience = 60s};

std::string refusal_of_file(const std::string& path, const TextFileLimits& limits) {
  try {
    (void)read_text_file(path, limits);
  } catch (const TextFileError& error) {
    return error.what();
  }
  return "taken";
}

class TextFileTest : public testing::Test {
 protected:
  std::string fifo() const {
    EXPECT_EQ(::mkfifo(folder_.path("fifo").c_str(), 0600), 0);
    return folder_.path("fifo");
  }
  const TemporaryFolder folder_;
};

TEST_F(TextFileTest, GivesTheWholeFile) {
  const std::string text(100'000, 'x');
  EXPECT_EQ(read_text_file(folder_.write("a", text), {.bytes = 100'000}), text);
  EXPECT_EQ(read_text_file(folder_.write("a", ""), {.bytes = 0}), "");
}

TEST_F(TextFileTest, RefusesWhatIsTooLarge) {
  EXPECT_EQ(refusal_of_file(folder_.write("a", std::string(4097, 'x')), {.bytes = 4096}), "is larger than 4 KiB");
  EXPECT_EQ(refusal_of_file("/dev/zero", {.bytes = 16 << 20, .pipe_patience = 60s}), "is larger than 16 MiB");
}

TEST_F(TextFileTest, SaysWhyItCannotBeRead) {
  EXPECT_EQ(refusal_of_file(folder_.path("none"), kPatient), "No such file or directory");
  EXPECT_EQ(refusal_of_file(folder_.path(""), kPatient), "is a directory");
}

TEST_F(TextFileTest, DoesNotWaitForAPipeWithoutPatience) {
  EXPECT_EQ(refusal_of_file(fifo(), {.bytes = 4096}), "is not a regular file");
  EXPECT_EQ(refusal_of_file("/dev/zero", {.bytes = 4096}), "is not a regular file");
}

TEST_F(TextFileTest, WaitsForAPipeNoLongerThanItsPatience) {
  const std::string path = fifo();
  const TextFileLimits limits{.bytes = 4096, .pipe_patience = 50ms};
  EXPECT_EQ(refusal_of_file(path, limits), "has not ended within 0.05 s");
  const int silent = ::open(path.c_str(), O_RDWR | O_CLOEXEC);  // a writer that writes a little and never closes
  ASSERT_EQ(::write(silent, "{", 1), 1);
  EXPECT_EQ(refusal_of_file(path, limits), "has not ended within 0.05 s");
  ::close(silent);
}

TEST_F(TextFileTest, ReadsAFifoWhoseWriterComesLater) {
  const std::string path = fifo();
  std::jthread writer([&] {
    std::this_thread::sleep_for(20ms);
    folder_.write("fifo", std::string(200'000, 'x'));
  });
  EXPECT_EQ(read_text_file(path, kPatient), std::string(200'000, 'x'));
}

// What a shell makes of --config <(program).
TEST_F(TextFileTest, ReadsThePipeOfAShell) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "{}", 2), 2);
  ::close(ends[1]);
  EXPECT_EQ(read_text_file("/dev/fd/" + std::to_string(ends[0]), kPatient), "{}");
  ::close(ends[0]);
}

}  // namespace
}  // namespace spectrumd
