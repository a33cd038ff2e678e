// SPDX-License-Identifier: MIT
#include "qpu/program/emulate/elf_file.h"

#include <elf.h>
#include <link.h>

#include <cstring>
#include <fstream>

namespace qpu {

namespace {

template <typename Type>
std::optional<Type> read_at(std::ifstream& file, std::uint64_t offset) {
  Type value;
  file.seekg(static_cast<std::streamoff>(offset));
  if (!file.read(reinterpret_cast<char*>(&value), sizeof value)) return std::nullopt;
  return value;
}

template <typename Header, typename Segment>
std::optional<ElfFile> read_headers(std::ifstream& file) {
  const auto header = read_at<Header>(file, 0);
  if (!header) return std::nullopt;
  ElfFile found{header->e_machine, false};
  for (unsigned index = 0; index < header->e_phnum; ++index) {
    const auto segment = read_at<Segment>(file, header->e_phoff + std::uint64_t{index} * header->e_phentsize);
    found.has_loader |= segment && segment->p_type == PT_INTERP;
  }
  return found;
}

}  // namespace

std::optional<ElfFile> read_elf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  unsigned char ident[EI_NIDENT];
  if (!file.read(reinterpret_cast<char*>(ident), sizeof ident) || std::memcmp(ident, ELFMAG, SELFMAG) != 0)
    return std::nullopt;
  return ident[EI_CLASS] == ELFCLASS64 ? read_headers<Elf64_Ehdr, Elf64_Phdr>(file)
                                       : read_headers<Elf32_Ehdr, Elf32_Phdr>(file);
}

std::uint16_t own_machine() { return read_elf("/proc/self/exe").value_or(ElfFile{}).machine; }

}  // namespace qpu
