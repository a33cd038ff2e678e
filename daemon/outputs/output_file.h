// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "daemon/outputs/disk.h"

namespace spectrumd {

// A file that could not be written: the file, the reason and, where there is one, the way out.
struct OutputError : std::runtime_error {
  OutputError(const std::filesystem::path& file, int error_number);
  bool disk_full() const;  // which may pass
  int error;
};

// A file that grows. Everything throws OutputError. One thread at a time, but sync() and size() on any.
class OutputFile {
 public:
  explicit OutputFile(std::filesystem::path path,  // must not exist yet
                      std::shared_ptr<Disk> disk = std::make_shared<Disk>());
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  // Where it fails in the middle, size() says how much of it is there.
  void append(std::span<const std::byte> bytes);
  void cut(std::uint64_t size);
  void sync();  // to the disk, so that a power cut leaves it

  const std::filesystem::path& path() const { return path_; }
  std::uint64_t size() const { return size_; }

 private:
  const std::filesystem::path path_;
  const std::shared_ptr<Disk> disk_;
  const int descriptor_;
  std::atomic<std::uint64_t> size_ = 0;
};

// Bytes of a disk held back for what must still be written when it is full. Nothing of them is left behind by a crash;
// where the file system has no files without a name, there are none.
class DiskReserve {
 public:
  DiskReserve(std::filesystem::path folder, std::size_t bytes);
  DiskReserve(const DiskReserve&) = delete;
  DiskReserve& operator=(const DiskReserve&) = delete;
  ~DiskReserve() { release(); }
  void hold();  // again, where there is room for it
  void release();

 private:
  const std::filesystem::path folder_;
  const std::size_t bytes_;
  int descriptor_ = -1;
};

// Replaces a file as a whole: a reader gets the old text or the new one, also after kill -9.
void replace_file(const std::filesystem::path& path, std::string_view text, const std::shared_ptr<Disk>& disk);

// The same, also after a power cut: waits for the disk.
void replace_file_on_disk(const std::filesystem::path& path, std::string_view text, const std::shared_ptr<Disk>& disk);

}  // namespace spectrumd
