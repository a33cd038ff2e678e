// SPDX-License-Identifier: MIT
#include "daemon/users/private_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

#include "daemon/outputs/output_file.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kPatience = 2s, kGlance = 10ms;

void give_to_owner_of_folder(int descriptor, const std::filesystem::path& file) {
  struct stat folder {};
  if (::geteuid() != 0 || ::stat(folder_of(file).c_str(), &folder) != 0 || folder.st_uid == 0) return;
  [[maybe_unused]] const int failed = ::fchown(descriptor, folder.st_uid, folder.st_gid);
}

int open_private(const std::filesystem::path& file, int flags) {
  const int descriptor = ::open(file.c_str(), flags | O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
  if (descriptor >= 0) give_to_owner_of_folder(descriptor, file);
  return descriptor;
}

}  // namespace

int PrivateDisk::create(const std::filesystem::path& file) { return open_private(file, O_EXCL); }

int open_private_log(const std::filesystem::path& file) { return open_private(file, O_APPEND); }

mailbox::Descriptor lock_folder(const std::filesystem::path& folder) {
  std::error_code error;
  const bool is_new = std::filesystem::create_directories(folder, error);
  if (error) throw OutputError(folder, error.value());
  mailbox::Descriptor lock(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (lock.get() < 0) throw OutputError(folder, errno);
  if (is_new) give_to_owner_of_folder(lock.get(), folder);
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    if (std::chrono::steady_clock::now() > end) throw OutputError(folder, errno);
    std::this_thread::sleep_for(kGlance);
  }
  return lock;
}

}  // namespace spectrumd
