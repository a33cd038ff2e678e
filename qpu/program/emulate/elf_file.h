// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace qpu {

// What has to be known of an executable before a library can be preloaded into it.
struct ElfFile {
  std::uint16_t machine = 0;
  bool has_loader = false;  // false: static, nothing is ever preloaded
};

// Nothing for files that are no ELF: scripts.
std::optional<ElfFile> read_elf(const std::filesystem::path& path);

// What this program itself is for.
std::uint16_t own_machine();

}  // namespace qpu
