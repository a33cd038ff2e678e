// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spectrumd {

// Whose a file is, and who may do what with it.
struct FileOwner {
  std::string user, group;
  unsigned mode = 0;
};
std::string to_string(const FileOwner& owner);  // "root:video 0660"

// The files of a machine: this one's, or a copy of another's. Nothing is opened but to be read, and nothing fails: what
// is not there, or may not be seen, is absent. Paths are those of the machine, from its root: "proc/cpuinfo".
class Sysroot {
 public:
  explicit Sysroot(std::filesystem::path root = "/") : root_(std::move(root)) {}

  bool is_this_machine() const { return root_ == "/"; }
  bool has(const std::string& path) const;
  std::optional<std::string> text(
      const std::string& path) const;  // of a file; without white space and zeros at its end
  std::vector<std::string> names(const std::string& folder) const;  // sorted
  std::optional<std::string> link(const std::string& path) const;   // where it points to

  std::filesystem::path place_of(const std::filesystem::path& path) const { return root_ / path; }

  // Names of shared libraries that begin so, in the folders where they usually are.
  std::vector<std::string> libraries(std::string_view beginning) const;

  // A copy has lost whose its files were: there a file ".owners" says it, "dev/vcio root:video 0660" line by line.
  std::optional<FileOwner> owner(const std::string& path) const;

  // Likewise ".space": "var/lib 2048", a folder and how many MiB are free there.
  std::optional<std::uint64_t> free_bytes(const std::string& folder) const;

  // Whether spectrumd's user, or who runs this where there is none, may read and write it.
  bool may_use(const FileOwner& owner) const;
  std::string user() const;

 private:
  std::optional<std::string> field(const std::string& file, const std::string& name, std::size_t index) const;
  std::optional<std::string> name_of(const std::string& file, unsigned id) const;

  const std::filesystem::path root_;
};

}  // namespace spectrumd
