// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "qpu/assembler/program.h"

namespace qpu {

struct AssemblyOptions {
  std::vector<std::string> include_paths;
  std::vector<std::pair<std::string, std::string>> definitions;  // name and expression, as -D gives them
  // Gives what a file holds, or nothing where there is none. By default the disk is asked.
  std::function<std::optional<std::string>(const std::string& path)> load;

  // What a source may cost before it is refused: no input keeps the assembler busy for ever.
  std::size_t most_words = 1 << 20;
  std::size_t most_steps = 20'000'000;  // lines executed and terms evaluated, over all passes
  std::size_t most_errors = 20;
};

// The dialect of reference section 10. Never throws over what a source says: see Program::diagnostics.
Program assemble(std::string_view text, std::string_view file_name, const AssemblyOptions& options = {});

// Reads the file by options.load; that it cannot be read is a diagnostic too.
Program assemble_file(const std::string& path, const AssemblyOptions& options = {});

}  // namespace qpu
