// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qpu/assembler/assembler.h"
#include "qpu/assembler/lexer.h"
#include "qpu/assembler/program.h"

namespace qpu::assembly {

struct Line {
  SourcePlace place;
  std::string_view text;
  std::vector<Token> tokens;
  std::uint32_t statement = 0;  // the first token after the labels

  // The directive of this line, with its dot, or empty.
  std::string_view directive() const;
};

using Lines = std::span<const Line>;

// All files of an assembly, each read and split into tokens once. References to lines stay valid.
class SourceFiles {
 public:
  explicit SourceFiles(const AssemblyOptions& options) : options_(options) {}

  Lines add(const std::string& name, std::string_view text);

  // Throws SourceFault if there is no such file. A name in quotes is looked up next to its includer first.
  Lines include(std::string_view name, bool quoted, std::uint32_t includer);
  Lines open(const std::string& path);

  const std::vector<std::string>& names() const { return names_; }

 private:
  struct File {
    std::string text;
    std::vector<Line> lines;
  };
  const File* find(const std::string& path);

  const AssemblyOptions& options_;
  std::vector<std::string> names_;
  std::deque<File> files_;
  std::map<std::string, const File*> by_path_;
};

}  // namespace qpu::assembly
