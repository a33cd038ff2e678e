// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace spectrumd {

// Why a file cannot be read, without its name.
struct TextFileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct TextFileLimits {
  std::size_t bytes;  // /dev/zero must end somewhere
  std::chrono::milliseconds
      pipe_patience{};  // for the whole of a pipe, as in --config <(program); 0: pipes are refused
};

// Reads a small file. Never blocks longer than the limits allow, whatever the path is. Throws TextFileError.
std::string read_text_file(const std::filesystem::path& path, const TextFileLimits& limits);

}  // namespace spectrumd
