// SPDX-License-Identifier: MIT
#include "daemon/config/text_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace spectrumd {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kPiece = std::size_t{1} << 16;

[[noreturn]] void fail(int error) { throw TextFileError(std::generic_category().message(error)); }

std::string size_text(std::size_t bytes) {
  constexpr std::size_t kKib = 1024;
  return bytes < kKib * kKib ? fmt::format("{} KiB", bytes / kKib) : fmt::format("{} MiB", bytes / kKib / kKib);
}

class TextFile {
 public:
  // Without O_NONBLOCK, opening a FIFO waits for a writer.
  TextFile(const std::filesystem::path& path, const TextFileLimits& limits)
      : limits_(limits), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    if (descriptor_ < 0) fail(errno);
  }
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;
  ~TextFile() { ::close(descriptor_); }

  std::string read() {
    check_kind();
    std::string text;
    for (;;) {
      wait();
      const std::size_t before = text.size();
      text.resize(std::min(before + kPiece, limits_.bytes + 1));
      const ssize_t got = ::read(descriptor_, text.data() + before, text.size() - before);
      const int error = got < 0 ? errno : 0;
      text.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
      if (text.size() > limits_.bytes) throw TextFileError("is larger than " + size_text(limits_.bytes));
      if (got == 0) return text;
      if (got < 0 && error != EINTR && error != EAGAIN) fail(error);
    }
  }

 private:
  void check_kind() {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) fail(errno);
    if (S_ISDIR(status.st_mode)) throw TextFileError("is a directory");
    regular_ = S_ISREG(status.st_mode);
    if (!regular_ && limits_.pipe_patience.count() == 0) throw TextFileError("is not a regular file");
  }

  // poll waits for the first writer of a FIFO, where read would take it for ended.
  void wait() const {
    if (regular_) return;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end_ - Clock::now());
    pollfd waiting{.fd = descriptor_, .events = POLLIN, .revents = 0};
    if (left.count() <= 0 || ::poll(&waiting, 1, static_cast<int>(left.count())) == 0)
      throw TextFileError(
          fmt::format("has not ended within {:.3g} s", std::chrono::duration<double>(limits_.pipe_patience).count()));
  }

  const TextFileLimits limits_;
  const Clock::time_point end_ = Clock::now() + limits_.pipe_patience;
  const int descriptor_;
  bool regular_ = false;
};

}  // namespace

std::string read_text_file(const std::filesystem::path& path, const TextFileLimits& limits) {
  return TextFile(path, limits).read();
}

}  // namespace spectrumd
