// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "daemon/config/units.h"
#include "daemon/outputs/output_file.h"

namespace spectrumd {

// Writes an archive of tar in the format of POSIX.1-2001. All members throw OutputError and block on the disk. One
// thread.
class TarArchive {
 public:
  explicit TarArchive(const std::filesystem::path& path) : file_(path) {}  // which must not exist yet

  // Then exactly `size` bytes are appended.
  void begin(const std::string& name, std::uint64_t size, Time changed);
  void append(std::span<const std::byte> bytes);
  void finish();  // ends it and waits for the disk

 private:
  void append_header(const std::array<char, 512>& header);
  void fill_block();

  OutputFile file_;
};

}  // namespace spectrumd
