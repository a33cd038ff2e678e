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
  std::size_t bytes;                          // /dev/zero must end somewhere
  std::chrono::milliseconds pipe_patience{};  // for all of a pipe, as in --config <(program); 0: pipes are refused
};

// The whole of a small file. Never waits longer than the limits say, whatever stands at the path. Throws TextFileError.
std::string read_text_file(const std::filesystem::path& path, const TextFileLimits& limits);

}  // namespace spectrumd
