// SPDX-License-Identifier: MIT
#include "daemon/doctor/sysroot.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

namespace spectrumd {
namespace {

constexpr const char* kUser = "spectrumd";

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, at);) parts.push_back(part);
  return parts;
}

}  // namespace

std::string to_string(const FileOwner& owner) {
  return fmt::format("{}:{} {:04o}", owner.user, owner.group, owner.mode);
}

bool Sysroot::has(const std::string& path) const {
  std::error_code error;
  return std::filesystem::symlink_status(root_ / path, error).type() != std::filesystem::file_type::not_found && !error;
}

std::optional<std::string> Sysroot::text(const std::string& path) const {
  std::error_code error;
  std::ifstream file(root_ / path, std::ios::binary);
  if (!file || std::filesystem::is_directory(root_ / path, error)) return std::nullopt;
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  while (!text.empty() && (text.back() == '\0' || text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

std::vector<std::string> Sysroot::names(const std::string& folder) const {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(root_ / folder, error))
    names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

std::optional<std::string> Sysroot::link(const std::string& path) const {
  std::error_code error;
  const auto target = std::filesystem::read_symlink(root_ / path, error);
  return error ? std::nullopt : std::optional(target.string());
}

std::vector<std::string> Sysroot::libraries(std::string_view beginning) const {
  std::vector<std::string> found;
  for (const char* folder : {"usr/lib/arm-linux-gnueabihf", "usr/lib/aarch64-linux-gnu", "usr/lib/x86_64-linux-gnu",
                             "usr/lib", "usr/local/lib"})
    for (const std::string& name : names(folder))
      if (name.starts_with(beginning)) found.push_back(folder + ("/" + name));
  return found;
}

// "name:x:ID:..." of etc/passwd and etc/group.
std::optional<std::string> Sysroot::field(const std::string& file, const std::string& name, std::size_t index) const {
  for (const std::string& line : split(text(file).value_or(""), '\n')) {
    const auto fields = split(line, ':');
    if (fields.size() > index && fields[0] == name) return fields[index];
  }
  return std::nullopt;
}

std::optional<std::string> Sysroot::name_of(const std::string& file, unsigned id) const {
  for (const std::string& line : split(text(file).value_or(""), '\n')) {
    const auto fields = split(line, ':');
    if (fields.size() > 2 && fields[2] == std::to_string(id)) return fields[0];
  }
  return std::nullopt;
}

std::optional<FileOwner> Sysroot::owner(const std::string& path) const {
  for (const std::string& line : split(text(".owners").value_or(""), '\n')) {
    const auto words = split(line, ' ');
    if (words.size() != 3 || words[0] != path) continue;
    const auto names = split(words[1], ':');
    return FileOwner{names.front(), names.back(), static_cast<unsigned>(std::stoul(words[2], nullptr, 8))};
  }
  struct stat facts {};
  if (::stat((root_ / path).c_str(), &facts) != 0) return std::nullopt;
  return FileOwner{user_name(facts.st_uid), name_of("etc/group", facts.st_gid).value_or(std::to_string(facts.st_gid)),
                   facts.st_mode & 07777};
}

std::optional<std::uint64_t> Sysroot::free_bytes(const std::string& folder) const {
  for (const std::string& line : split(text(".space").value_or(""), '\n')) {
    const auto words = split(line, ' ');
    if (words.size() == 2 && words[0] == folder) return std::stoull(words[1]) << 20;
  }
  if (!is_this_machine()) return std::nullopt;
  std::error_code error;
  const auto space = std::filesystem::space(root_ / folder, error);
  return error ? std::nullopt : std::optional<std::uint64_t>(space.available);
}

std::string Sysroot::user() const {
  if (field("etc/passwd", kUser, 2)) return kUser;
  return is_this_machine() ? name_of("etc/passwd", ::geteuid()).value_or("root") : "root";
}

std::string Sysroot::user_name(unsigned id) const { return name_of("etc/passwd", id).value_or(std::to_string(id)); }

bool Sysroot::may_use(const FileOwner& owner) const {
  const std::string name = user();
  if (name == "root") return true;
  if (owner.user == name) return (owner.mode & 0600) == 0600;
  const auto members = split(field("etc/group", owner.group, 3).value_or(""), ',');
  const bool member =
      std::ranges::count(members, name) > 0 || field("etc/passwd", name, 3) == field("etc/group", owner.group, 2);
  return (owner.mode & (member ? 0060 : 0006)) == (member ? 0060U : 0006U);
}

}  // namespace spectrumd
