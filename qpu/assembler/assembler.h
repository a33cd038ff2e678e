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
  // Returns the contents of a file, or nullopt if there is none. By default it is read from disk.
  std::function<std::optional<std::string>(const std::string& path)> load;

  // Limits beyond which a source is refused, so that no input keeps the assembler busy forever.
  std::size_t most_words = 1 << 20;
  std::size_t most_steps = 20'000'000;  // lines executed and terms evaluated, over all passes
  std::size_t most_errors = 20;
};

// The dialect of reference section 10. Errors in a source are not thrown but listed in Program::diagnostics. Any
// thread.
Program assemble(std::string_view text, std::string_view file_name, const AssemblyOptions& options = {});

// Reads the file by options.load; an unreadable file is a diagnostic too.
Program assemble_file(const std::string& path, const AssemblyOptions& options = {});

}  // namespace qpu
