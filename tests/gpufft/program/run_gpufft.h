// SPDX-License-Identifier: MIT
#pragma once

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

// The program as a user runs it; its path comes from CMake.
struct GpufftRun {
  int status = -1;
  std::string text;  // both outputs

  // The lines with objects: on a busy machine standard error also reports the time so far.
  std::vector<nlohmann::json> lines() const {
    std::vector<nlohmann::json> all;
    for (std::size_t start = 0, end; (end = text.find('\n', start)) != std::string::npos; start = end + 1)
      if (text[start] == '{') all.push_back(nlohmann::json::parse(text.substr(start, end - start)));
    return all;
  }
};

inline GpufftRun run_command(const std::string& command) {
  GpufftRun run;
  std::FILE* const pipe = popen(("exec 2>&1; " + command).c_str(), "r");
  if (pipe == nullptr) return run;
  std::array<char, 4096> buffer;
  for (std::size_t read; (read = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    run.text.append(buffer.data(), read);
  const int ended = pclose(pipe);
  run.status = WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
  return run;
}

inline GpufftRun run_gpufft(const std::string& arguments) {
  return run_command(std::string(GPUFFT_PROGRAM) + ' ' + arguments);
}
