// SPDX-License-Identifier: MIT
#include "daemon/store/folder_lock.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/file.h>

#include <cerrno>
#include <system_error>

#include "daemon/store/sqlite.h"

namespace spectrumd {

std::optional<mailbox::Descriptor> try_lock(const std::filesystem::path& file) {
  std::error_code error;
  std::filesystem::create_directories(file.parent_path(), error);
  if (error) throw DatabaseError(file.parent_path(), error.message(), SQLITE_CANTOPEN);
  mailbox::Descriptor lock(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (lock.get() < 0) {
    const int reason = errno;
    throw DatabaseError(file, std::generic_category().message(reason),
                        reason == ENOSPC ? SQLITE_FULL : SQLITE_CANTOPEN);
  }
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) == 0) return lock;
  if (errno == EWOULDBLOCK) return std::nullopt;
  throw DatabaseError(file, std::generic_category().message(errno), SQLITE_CANTOPEN);
}

}  // namespace spectrumd
