// SPDX-License-Identifier: MIT
#include "qpu/program/code_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <utility>

namespace qpu {
namespace {

bool is_text(std::string_view contents) {
  return std::ranges::all_of(contents,
                             [](unsigned char c) { return (c >= ' ' && c < 0x7f) || (c >= '\t' && c <= '\r'); });
}

Word word_at(std::string_view contents, std::size_t offset) {
  Word word = 0;
  for (std::size_t i = 0; i < kWordBytes; ++i) word |= Word{static_cast<unsigned char>(contents[offset + i])} << 8 * i;
  return word;
}

std::vector<Word> raw_words(std::string_view contents, const std::string& path) {
  if (contents.size() % kWordBytes != 0)
    throw CodeFileError(fmt::format("{}: {} bytes are no whole number of 8-byte instructions; is this QPU code?", path,
                                    contents.size()));
  std::vector<Word> words;
  for (std::size_t offset = 0; offset < contents.size(); offset += kWordBytes)
    words.push_back(word_at(contents, offset));
  return words;
}

// Comments, commas and braces between the numbers mean nothing.
std::string_view skip_to_number(std::string_view text) {
  while (!text.empty()) {
    const std::size_t skipped = text.find_first_not_of(" \t\r\n\f\v,{};");
    text.remove_prefix(std::min(skipped, text.size()));
    const bool line = text.starts_with("//") || text.starts_with('#');
    const bool block = text.starts_with("/*");
    if (!line && !block) break;
    const std::size_t end = block ? text.find("*/") : text.find('\n');
    text.remove_prefix(std::min(end == std::string_view::npos ? end : end + (block ? 2 : 1), text.size()));
  }
  return text;
}

std::vector<Word> hexadecimal_words(std::string_view text, const std::string& path) {
  std::vector<std::uint32_t> halves;
  for (text = skip_to_number(text); !text.empty(); text = skip_to_number(text)) {
    const bool prefixed = text.starts_with("0x") || text.starts_with("0X");
    if (prefixed) text.remove_prefix(2);
    std::uint32_t half = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), half, 16);
    if (!prefixed || error != std::errc())
      throw CodeFileError(
          fmt::format("{}: '{}' is not a 32-bit word; words look like 0x009e7000", path, text.substr(0, 12)));
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    halves.push_back(half);
  }
  if (halves.size() % 2 != 0)
    throw CodeFileError(fmt::format("{}: an instruction is two words, and the last word is half a one", path));
  std::vector<Word> words;
  for (std::size_t i = 0; i < halves.size(); i += 2) words.push_back(make_word(halves[i], halves[i + 1]));
  return words;
}

// NAME=VALUE, or NAME for 1.
std::pair<std::string, std::string> definition_of(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) return {text, "1"};
  return {text.substr(0, equals), text.substr(equals + 1)};
}

}  // namespace

bool is_source_name(std::string_view path) {
  return path.ends_with(".qasm") || path.ends_with(".asm") || path.ends_with(".s") || path.ends_with(".qinc");
}

void add_assembly_options(command_line::Arguments& arguments, std::vector<std::string>& include_paths,
                          std::vector<std::string>& definitions) {
  arguments.add({{"-I, --include FOLDER...", "Look for included files here too", command_line::into(include_paths)},
                 {"-D, --define NAME=VALUE...", "As .set would", command_line::into(definitions)}});
}

AssemblyOptions options_of(std::vector<std::string> include_paths, const std::vector<std::string>& definitions) {
  AssemblyOptions options{.include_paths = std::move(include_paths)};
  for (const std::string& text : definitions) options.definitions.push_back(definition_of(text));
  return options;
}

std::string read_whole(const std::string& path) {
  constexpr std::size_t kMost = 32 << 20;  // of the longest program that the assembler takes, in any form
  errno = 0;
  std::ifstream file;
  if (path != "-") file.open(path, std::ios::binary);
  std::istream& from = path == "-" ? std::cin : file;
  std::string contents;
  while (from.good() && contents.size() <= kMost) {  // most are short: the whole length at once takes 0.1 s to clear
    const std::size_t read = contents.size();
    contents.resize(std::min(kMost + 1, std::max<std::size_t>(2 * read, 1 << 16)));
    from.read(contents.data() + read, static_cast<std::streamsize>(contents.size() - read));
    contents.resize(read + static_cast<std::size_t>(from.gcount()));
  }
  if (from.bad() || (path != "-" && !file.is_open()))
    throw CodeFileError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  if (contents.size() > kMost)
    throw CodeFileError(
        fmt::format("{}: is longer than {} MiB, and no program is; is this the right file?", path, kMost >> 20));
  return contents;
}

std::string read_source(const std::string& path) {
  std::string contents = read_whole(path);
  if (contents.find('\0') != std::string::npos)
    throw CodeFileError(fmt::format("{}: not a text file; for raw words, get a source from qpu dis", path));
  return contents;
}

std::vector<Word> words_of(std::string_view contents, const std::string& path) {
  return is_text(contents) ? hexadecimal_words(contents, path) : raw_words(contents, path);
}

Program read_code(const std::string& path, const AssemblyOptions& options) {
  if (is_source_name(path)) return assemble(read_source(path), path, options);
  const std::string contents = read_whole(path);
  Program program;
  program.words = words_of(contents, path);
  program.is_data.resize(program.words.size());
  return program;
}

std::optional<Program> read_good_code(const std::string& path, const AssemblyOptions& options) {
  Program program = read_code(path, options);
  for (const Diagnostic& diagnostic : program.diagnostics) std::cerr << to_text(diagnostic);
  return program.ok() ? std::optional(std::move(program)) : std::nullopt;
}

}  // namespace qpu
