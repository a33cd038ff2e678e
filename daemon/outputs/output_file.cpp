// SPDX-License-Identifier: MIT
#include "daemon/outputs/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace spectrumd {
namespace {

std::string_view way_out(int error) {
  switch (error) {
    case EACCES:
    case EPERM:
    case EROFS:
      return "; choose a folder that the user running spectrumd can write to";
    case EEXIST:
      return "; files are never overwritten, choose another name";
    case ENOSPC:
    case EDQUOT:
      return "; make room there";
    default:
      return "";
  }
}

// The name of a file is on the disk only after its folder is synced.
void sync_folder(const std::filesystem::path& folder, Disk& disk) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  disk.sync(descriptor);
  ::close(descriptor);
}

void replace(const std::filesystem::path& path, std::string_view text, const std::shared_ptr<Disk>& disk, bool sync) {
  auto temporary = path;
  temporary += ".tmp";
  std::error_code ignored;
  std::filesystem::remove(temporary, ignored);
  try {
    OutputFile file(temporary, disk);
    file.append(std::as_bytes(std::span(text)));
    if (sync) file.sync();
    if (::rename(temporary.c_str(), path.c_str()) != 0) throw OutputError(path, errno);
  } catch (...) {
    std::filesystem::remove(temporary, ignored);
    throw;
  }
}

}  // namespace

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

OutputError::OutputError(const std::filesystem::path& file, int error_number)
    : std::runtime_error(
          fmt::format("{}: {}{}", file.string(), std::generic_category().message(error_number), way_out(error_number))),
      error(error_number) {}

bool OutputError::disk_full() const { return error == ENOSPC || error == EDQUOT; }

OutputFile::OutputFile(std::filesystem::path path, std::shared_ptr<Disk> disk)
    : path_(std::move(path)), disk_(std::move(disk)), descriptor_(disk_->create(path_)) {
  if (descriptor_ < 0) throw OutputError(path_, errno);
}

OutputFile::~OutputFile() { ::close(descriptor_); }

void OutputFile::append(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = disk_->write(descriptor_, bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw OutputError(path_, errno);
    size_ += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void OutputFile::cut(std::uint64_t size) {
  if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0 ||
      ::lseek(descriptor_, static_cast<off_t>(size), SEEK_SET) < 0)
    throw OutputError(path_, errno);
  size_ = size;
}

void OutputFile::overwrite(std::uint64_t at, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = disk_->overwrite(descriptor_, at, bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw OutputError(path_, errno);
    at += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void OutputFile::sync() {
  if (disk_->sync(descriptor_) != 0) throw OutputError(path_, errno);
}

DiskReserve::DiskReserve(std::filesystem::path folder, std::size_t bytes) : folder_(std::move(folder)), bytes_(bytes) {
  hold();
}

void DiskReserve::hold() {
  if (descriptor_ < 0) descriptor_ = ::open(folder_.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  if (descriptor_ >= 0 && ::posix_fallocate(descriptor_, 0, static_cast<off_t>(bytes_)) != 0) release();
}

void DiskReserve::release() {
  if (const int descriptor = std::exchange(descriptor_, -1); descriptor >= 0) ::close(descriptor);
}

void replace_file(const std::filesystem::path& path, std::string_view text, const std::shared_ptr<Disk>& disk) {
  replace(path, text, disk, false);
}

void replace_file_on_disk(const std::filesystem::path& path, std::string_view text, const std::shared_ptr<Disk>& disk) {
  replace(path, text, disk, true);
  sync_folder(folder_of(path), *disk);
}

}  // namespace spectrumd
