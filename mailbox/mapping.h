// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace mailbox {

// Part of the board's memory mapped into this process, unmapped when it goes out of scope. One thread at a time.
class Mapping {
 public:
  using Release = void (*)(std::span<std::byte> bytes) noexcept;

  Mapping() = default;
  Mapping(std::span<std::byte> bytes, Release release) : bytes_(bytes), release_(release) {}
  Mapping(Mapping&& other) noexcept
      : bytes_(std::exchange(other.bytes_, {})), release_(std::exchange(other.release_, nullptr)) {}
  Mapping& operator=(Mapping&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(release_, other.release_);
    return *this;
  }
  ~Mapping() {
    if (release_) release_(bytes_);
  }

  std::span<std::byte> bytes() const { return bytes_; }

  // The carve-out is Device memory on arm64, where unaligned accesses fault: hence words, and volatile, so
  // that no compiler turns a loop over them into memcpy or memset.
  std::span<volatile std::uint32_t> words() const {
    return {reinterpret_cast<volatile std::uint32_t*>(bytes_.data()), bytes_.size() / sizeof(std::uint32_t)};
  }

 private:
  std::span<std::byte> bytes_;
  Release release_ = nullptr;
};

}  // namespace mailbox
