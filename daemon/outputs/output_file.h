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

// A file could not be written. The text gives the file, the reason and, if there is one, the remedy.
struct OutputError : std::runtime_error {
  OutputError(const std::filesystem::path& file, int error_number);
  static OutputError with_text(const std::string& text, int error_number) { return {Text{}, text, error_number}; }
  bool disk_full() const;  // which may be temporary
  int error;

 private:
  struct Text {};
  OutputError(Text, const std::string& text, int error_number) : std::runtime_error(text), error(error_number) {}
};

std::filesystem::path folder_of(const std::filesystem::path& path);  // "." for a name alone

// A file that grows. Everything throws OutputError and blocks on the disk. One thread at a time, but sync() and size()
// on any.
class OutputFile {
 public:
  explicit OutputFile(std::filesystem::path path,  // must not exist yet
                      std::shared_ptr<Disk> disk = std::make_shared<Disk>());
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  // If it fails partway, size() is what was written.
  void append(std::span<const std::byte> bytes);
  void cut(std::uint64_t size);
  void overwrite(std::uint64_t at, std::span<const std::byte> bytes);  // part of what has been appended
  void sync();                                                         // to the disk, to survive a power cut

  const std::filesystem::path& path() const { return path_; }
  std::uint64_t size() const { return size_; }

 private:
  const std::filesystem::path path_;
  const std::shared_ptr<Disk> disk_;
  const int descriptor_;
  std::atomic<std::uint64_t> size_ = 0;
};

// Disk space reserved for what must still be written when the disk is full. A crash leaves nothing behind; on file
// systems without unnamed files there is no reserve.
class DiskReserve {
 public:
  DiskReserve(std::filesystem::path folder, std::size_t bytes);
  DiskReserve(const DiskReserve&) = delete;
  DiskReserve& operator=(const DiskReserve&) = delete;
  ~DiskReserve() { release(); }
  void hold();  // reserves again, if there is room
  void release();

 private:
  const std::filesystem::path folder_;
  const std::size_t bytes_;
  int descriptor_ = -1;
};

// Replaces a file atomically: a reader gets the old text or the new one, also after kill -9.
void replace_file(const std::filesystem::path& path, std::string_view text, const std::shared_ptr<Disk>& disk);

// The same, also after a power cut: blocks on the disk.
void replace_file_on_disk(const std::filesystem::path& path, std::string_view text, const std::shared_ptr<Disk>& disk);

}  // namespace spectrumd
