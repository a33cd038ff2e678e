// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace spectrumd {

// A machine in one text: "== path" and the content of that file, "== path -> target" for a link; after "-- exit N" the
// output of the doctor. A file ".firmware" sets what an emulated board answers: "pi3 64", its name and gpu_mem, and
// possibly what fails; a file ".gencmd", what it answers vcgencmd on voltage and heat: "0x50005".
struct Machine {
  std::string said;
  int status = 0;

  Machine(const std::filesystem::path& file, const std::filesystem::path& root) {
    std::ifstream text(file);
    std::ofstream part;
    bool files = true;
    for (std::string line; std::getline(text, line);) {
      if (files && line.starts_with("-- exit ")) {
        status = std::stoi(line.substr(8));
        files = false;
        part.close();
      } else if (!files) {
        said += line + '\n';
      } else if (line.starts_with("== ")) {
        part = begin(root, line.substr(3));
      } else {
        part << line << '\n';
      }
    }
  }

 private:
  static std::ofstream begin(const std::filesystem::path& root, const std::string& entry) {
    const std::size_t arrow = entry.find(" -> ");
    const std::filesystem::path path = root / entry.substr(0, arrow);
    std::filesystem::create_directories(path.parent_path());
    if (arrow == std::string::npos) return std::ofstream(path);
    std::filesystem::create_symlink(entry.substr(arrow + 4), path);
    return {};
  }
};

}  // namespace spectrumd
