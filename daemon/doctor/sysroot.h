// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spectrumd {

// Owner and permissions of a file.
struct FileOwner {
  std::string user, group;
  unsigned mode = 0;
};
std::string to_string(const FileOwner& owner);  // "root:video 0660"

// The files of a machine: this one, or a copy of another. Files are only opened for reading, and nothing fails: what
// does not exist, or is not accessible, is absent. Paths are relative to the root of the machine: "proc/cpuinfo".
class Sysroot {
 public:
  explicit Sysroot(std::filesystem::path root = "/") : root_(std::move(root)) {}

  bool is_this_machine() const { return root_ == "/"; }
  bool has(const std::string& path) const;
  std::optional<std::string> text(const std::string& path) const;   // without white space and zeros at the end
  std::vector<std::string> names(const std::string& folder) const;  // sorted
  std::optional<std::string> link(const std::string& path) const;   // target of the link

  std::filesystem::path place_of(const std::filesystem::path& path) const { return root_ / path; }

  // Paths of shared libraries whose names have this prefix, in the usual folders.
  std::vector<std::string> libraries(std::string_view beginning) const;

  // A copy loses the owners of its files: a file ".owners" in it lists them, "dev/vcio root:video 0660" line by line.
  std::optional<FileOwner> owner(const std::string& path) const;

  // Likewise ".space": "var/lib 2048", a folder and its free space in MiB.
  std::optional<std::uint64_t> free_bytes(const std::string& folder) const;

  // True if the user spectrumd, or the current user if that does not exist, may read and write it.
  bool may_use(const FileOwner& owner) const;
  std::string user() const;
  std::string user_name(unsigned id) const;  // or the number

 private:
  std::optional<std::string> field(const std::string& file, const std::string& name, std::size_t index) const;
  std::optional<std::string> name_of(const std::string& file, unsigned id) const;

  const std::filesystem::path root_;
};

}  // namespace spectrumd
