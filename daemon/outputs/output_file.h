// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace spectrumd {

// A file that could not be written: the file, the reason and, where there is one, the way out.
struct OutputError : std::runtime_error {
  OutputError(const std::filesystem::path& file, int error_number);
  int error;  // ENOSPC and its kin
};

// A file that grows. Everything throws OutputError.
class OutputFile {
 public:
  explicit OutputFile(std::filesystem::path path);  // must not exist yet
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
  const int descriptor_;
  std::uint64_t size_ = 0;
};

// Bytes of a disk held back for what must still be written when it is full. Nothing of them is left behind by a crash;
// where the file system has no files without a name, there are none.
class DiskReserve {
 public:
  DiskReserve(const std::filesystem::path& folder, std::size_t bytes);
  DiskReserve(const DiskReserve&) = delete;
  DiskReserve& operator=(const DiskReserve&) = delete;
  ~DiskReserve() { release(); }
  void release();

 private:
  int descriptor_;
};

// The whole of a file as one step: whoever reads it, whenever the power goes, gets the old text or the new one.
void replace_file(const std::filesystem::path& path, std::string_view text);

}  // namespace spectrumd
