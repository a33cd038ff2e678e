// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>

// An input of the fuzzer as a file, in memory, for what reads files by their name. One for each process.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& name)
      : folder_(std::filesystem::path("/dev/shm") / ("fuzz." + std::to_string(getpid()))), path_(folder_ / name) {
    std::filesystem::create_directories(folder_);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::filesystem::remove_all(folder_); }

  const std::filesystem::path& path() const { return path_; }
  void write(std::span<const std::uint8_t> bytes) const {
    std::ofstream file(path_, std::ios::binary | std::ios::trunc);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!file.flush()) std::abort();
  }

 private:
  std::filesystem::path folder_, path_;
};
