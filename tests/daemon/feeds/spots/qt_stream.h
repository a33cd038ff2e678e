// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace spectrumd {

// Writes numbers and texts as Qt's data stream has them.
class QtStream {
 public:
  template <std::integral Number>
  QtStream& put(Number value) {
    for (int shift = 8 * (sizeof value - 1); shift >= 0; shift -= 8)
      bytes_.push_back(static_cast<std::byte>(static_cast<std::uint64_t>(value) >> shift));
    return *this;
  }
  QtStream& put(double value) { return put(std::bit_cast<std::uint64_t>(value)); }
  QtStream& put(std::string_view text) {
    put(static_cast<std::uint32_t>(text.size()));
    for (const char letter : text) bytes_.push_back(static_cast<std::byte>(letter));
    return *this;
  }
  QtStream& put(const char* text) { return put(std::string_view(text)); }
  std::vector<std::byte> bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

// The head of a message of WSJT-X.
inline QtStream wsjtx_head(std::uint32_t kind) {
  return QtStream().put(std::uint32_t{0xADBCCBDA}).put(std::uint32_t{3}).put(kind).put("WSJT-X");
}

}  // namespace spectrumd
