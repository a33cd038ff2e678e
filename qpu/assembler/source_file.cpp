// SPDX-License-Identifier: MIT
#include "qpu/assembler/source_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "qpu/assembler/fault.h"

namespace qpu::assembly {
namespace {

// The definitions of vc4asm's file of this name are available without including it (reference 6.8).
constexpr std::string_view kBuiltinInclude = "vc4.qinc";

bool is_label_token(const Token& token) {
  return token.kind == Token::Kind::LabelDefinition || token.kind == Token::Kind::ExportedLabel;
}

std::vector<Line> split(std::string_view text, std::uint32_t file) {
  std::vector<Line> lines;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find('\n'), text.size());
    Line line{{file, static_cast<std::uint32_t>(lines.size() + 1)}, text.substr(0, length), {}, 0};
    if (line.text.ends_with('\r')) line.text.remove_suffix(1);
    line.tokens = tokens_of(line.text);
    const auto first = std::ranges::find_if_not(line.tokens, is_label_token);
    line.statement = static_cast<std::uint32_t>(first - line.tokens.begin());
    lines.push_back(std::move(line));
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  return lines;
}

std::optional<std::string> read_from_disk(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || file.peek() == std::ifstream::traits_type::eof()) return file.eof() ? std::optional("") : std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::string next_to(const std::string& file, std::string_view name) {
  const std::size_t slash = file.rfind('/');
  return slash == std::string::npos ? std::string(name) : fmt::format("{}/{}", file.substr(0, slash), name);
}

}  // namespace

std::string_view Line::directive() const {
  const Token& token = tokens[statement];
  const bool is_one = token.kind == Token::Kind::Identifier && token.text.starts_with('.');
  return is_one ? token.text : std::string_view();
}

Lines SourceFiles::add(const std::string& name, std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";  // some editors begin a text with it
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  File& file = files_.emplace_back();
  file.text = text;
  file.lines = split(file.text, static_cast<std::uint32_t>(names_.size()));
  names_.push_back(name);
  by_path_[name] = &file;
  return file.lines;
}

const SourceFiles::File* SourceFiles::find(const std::string& path) {
  if (const auto known = by_path_.find(path); known != by_path_.end()) return known->second;
  const auto text = options_.load ? options_.load(path) : read_from_disk(path);
  if (!text) return nullptr;
  add(path, *text);
  return by_path_[path];
}

Lines SourceFiles::open(const std::string& path) {
  if (const File* file = find(path)) return file->lines;
  throw SourceFault{fmt::format("{}: cannot be read; check that it exists and is readable", path)};
}

Lines SourceFiles::include(std::string_view name, bool quoted, std::uint32_t includer) {
  const bool absolute = name.starts_with('/');
  if (quoted || absolute)
    if (const File* file = find(absolute ? std::string(name) : next_to(names_[includer], name))) return file->lines;
  for (const std::string& path : options_.include_paths)
    if (const File* file = find(fmt::format("{}/{}", path, name))) return file->lines;
  if (name == kBuiltinInclude) return add(std::string(name), "");
  throw SourceFault{fmt::format("file {} not found; name its folder with -I", name)};
}

}  // namespace qpu::assembly
