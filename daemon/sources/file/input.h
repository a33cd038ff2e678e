// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace spectrumd {

// A file, a FIFO or standard input, open for reading. All members throw SourceError on errors. One thread; reading
// blocks for at most `patience`.
class Input {
 public:
  static Input standard();
  static Input open(const std::filesystem::path& path);  // does not wait for the writer of a FIFO

  Input(Input&& other) noexcept;
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  Input& operator=(Input&&) = delete;
  ~Input();

  const std::string& name() const { return name_; }
  std::optional<std::uint64_t> size() const { return size_; }  // nullopt: a pipe, which has no size and cannot seek

  void go_to(std::uint64_t offset);
  std::size_t read_at(std::uint64_t offset, std::span<std::byte> bytes) const;  // fewer only at the end

  // Reads at most as many bytes as fit; 0 at the end, nullopt if none arrived within `patience`.
  std::optional<std::size_t> read(std::span<std::byte> bytes, std::chrono::milliseconds patience);

 private:
  Input(int descriptor, std::string name);
  void note_kind();

  int descriptor_;
  bool owned_ = true;
  std::string name_;
  std::optional<std::uint64_t> size_;
};

}  // namespace spectrumd
