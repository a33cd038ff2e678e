// SPDX-License-Identifier: MIT
#include "daemon/sources/file/input.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "daemon/sources/iq_source.h"

namespace spectrumd {
namespace {

[[noreturn]] void fail(const std::string& name, int error) {
  const char* way_out = error == EACCES ? "; make it readable for the user that runs spectrumd" : "";
  throw SourceError(fmt::format("{}: {}{}", name, std::generic_category().message(error), way_out));
}

}  // namespace

Input::Input(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {}

Input::Input(Input&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      owned_(other.owned_),
      name_(std::move(other.name_)),
      size_(other.size_) {}

Input::~Input() {
  if (owned_ && descriptor_ >= 0) ::close(descriptor_);
}

Input Input::standard() {
  Input input(STDIN_FILENO, "standard input");
  input.owned_ = false;
  const auto refuse = [](const char* reason) {
    throw SourceError(fmt::format(
        "standard input: {}; pipe samples into it, as in `rtl_sdr -f 100M - | spectrumd --source -`", reason));
  };
  const int mode = ::fcntl(STDIN_FILENO, F_GETFL);
  if (mode < 0 || (mode & O_ACCMODE) == O_WRONLY) refuse("is closed");  // main() keeps its place by an unreadable file
  if (::isatty(STDIN_FILENO) != 0) refuse("is a terminal");
  return input;
}

// Without O_NONBLOCK, opening a FIFO waits for a writer and cannot be stopped.
Input Input::open(const std::filesystem::path& path) {
  Input input(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK), path.string());
  if (input.descriptor_ < 0) fail(input.name_, errno);
  input.note_kind();
  return input;
}

void Input::note_kind() {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) fail(name_, errno);
  if (S_ISDIR(status.st_mode)) fail(name_, EISDIR);
  if (S_ISREG(status.st_mode)) size_ = static_cast<std::uint64_t>(status.st_size);
}

void Input::go_to(std::uint64_t offset) {
  if (::lseek(descriptor_, static_cast<off_t>(offset), SEEK_SET) < 0) fail(name_, errno);
}

std::size_t Input::read_at(std::uint64_t offset, std::span<std::byte> bytes) const {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const auto got = ::pread(descriptor_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(name_, errno);
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

std::optional<std::size_t> Input::read(std::span<std::byte> bytes, std::chrono::milliseconds patience) {
  pollfd waiting{.fd = descriptor_, .events = POLLIN, .revents = 0};
  // A FIFO not opened for writing yet would read as ended; poll can distinguish the two.
  if (::poll(&waiting, 1, static_cast<int>(patience.count())) <= 0) return std::nullopt;
  const auto got = ::read(descriptor_, bytes.data(), bytes.size());
  if (got >= 0) return static_cast<std::size_t>(got);
  if (errno == EINTR || errno == EAGAIN) return std::nullopt;
  fail(name_, errno);
}

}  // namespace spectrumd
