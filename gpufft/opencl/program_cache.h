// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "gpufft/opencl/handles.h"

namespace gpufft::opencl {

struct DeviceFacts;

// Compiled programs in the user's cache folder, so that the next start needs no compiler: a file for each source,
// driver and device. An invalid file is ignored with a warning on standard error; a program that cannot be stored is
// not.
class ProgramCache {
 public:
  ProgramCache(const DeviceFacts& facts, const char* options);

  Program find(cl_context context, const std::string& source) const;  // null: not cached, build it
  void keep(cl_program program, const std::string& source) const;

  // $XDG_CACHE_HOME/gpufft/opencl or ~/.cache/gpufft/opencl.
  static std::optional<std::filesystem::path> folder();

 private:
  std::string key(const std::string& source) const;  // everything that the binary depends on
  std::optional<std::filesystem::path> file(const std::string& source) const;

  const DeviceFacts& facts_;
  const char* options_;
};

}  // namespace gpufft::opencl
