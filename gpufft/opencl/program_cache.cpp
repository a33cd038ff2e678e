// SPDX-License-Identifier: MIT
#include "gpufft/opencl/program_cache.h"

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

#include "gpufft/opencl/device.h"
#include "gpufft/opencl/text.h"

namespace gpufft::opencl {
namespace {

constexpr auto kFirstLine = "gpufft opencl program 1\n";

std::optional<std::filesystem::path> path_in(const char* variable) {
  const char* const value = std::getenv(variable);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

// FNV-1a with 64 bits: names files, and detects damaged ones.
std::uint64_t hash_of(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  return hash;
}

// The file contains the key as well, so another key with the same hash is not mistaken for it.
std::string head_of(const std::string& key, std::string_view binary) {
  return text(kFirstLine, key.size(), ' ', binary.size(), ' ', hash_of(binary), '\n', key, '\n');
}

std::string binary_of(cl_program program) {
  std::size_t size = 0;
  if (clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr) != CL_SUCCESS) return {};
  std::string binary(size, '\0');
  char* start = binary.data();
  if (clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof start, &start, nullptr) != CL_SUCCESS) return {};
  return binary;
}

}  // namespace

ProgramCache::ProgramCache(const DeviceFacts& facts, const char* options) : facts_(facts), options_(options) {}

std::optional<std::filesystem::path> ProgramCache::folder() {
  if (const auto cache = path_in("XDG_CACHE_HOME")) return *cache / "gpufft/opencl";
  if (const auto home = path_in("HOME")) return *home / ".cache/gpufft/opencl";
  return std::nullopt;
}

std::string ProgramCache::key(const std::string& source) const {
  return text(facts_.name, '\n', facts_.driver, '\n', options_, '\n', source);
}

std::optional<std::filesystem::path> ProgramCache::file(const std::string& source) const {
  const auto in = folder();
  if (!in) return std::nullopt;
  return *in / text(std::hex, hash_of(key(source)));
}

Program ProgramCache::find(cl_context context, const std::string& source) const {
  const auto path = file(source);
  if (!path) return nullptr;
  std::ifstream in(*path, std::ios::binary);
  if (!in) return nullptr;
  const std::string all((std::istreambuf_iterator<char>(in)), {});
  const std::string wanted = key(source);
  const std::size_t head = all.find(wanted) + wanted.size() + 1;
  const std::string binary = all.find(wanted) == std::string::npos || head > all.size() ? "" : all.substr(head);
  cl_int status = CL_INVALID_BINARY, build = CL_SUCCESS;
  Program program;
  if (!binary.empty() && all.starts_with(head_of(wanted, binary))) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(binary.data());
    const std::size_t size = binary.size();
    program.reset(clCreateProgramWithBinary(context, 1, &facts_.id, &size, &bytes, nullptr, &status));
    if (status == CL_SUCCESS) build = clBuildProgram(program.get(), 1, &facts_.id, options_, nullptr, nullptr);
  }
  if (status == CL_SUCCESS && build == CL_SUCCESS) return program;
  std::fprintf(stderr, "gpufft: %s: damaged program; ignored and rebuilt\n", path->c_str());
  return nullptr;
}

// Written under another name first: programs that run at the same time only see whole files.
void ProgramCache::keep(cl_program program, const std::string& source) const {
  const auto path = file(source);
  const std::string binary = binary_of(program);
  if (!path || binary.empty()) return;
  std::error_code ignored;
  std::filesystem::create_directories(path->parent_path(), ignored);
  auto unfinished = *path;
  unfinished += text('.', getpid());
  std::ofstream out(unfinished, std::ios::binary);
  out << head_of(key(source), binary) << binary;
  out.close();
  if (out) std::filesystem::rename(unfinished, *path, ignored);
  if (!out || ignored) std::filesystem::remove(unfinished, ignored);
}

}  // namespace gpufft::opencl
