// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

namespace qpu {

enum class WordFormat : std::uint8_t { Hexadecimal, Unsigned, Signed, Float };
// "hex", "u32", "i32", "f32"; throws RunError for others.
WordFormat word_format(std::string_view name);

// Eight words a line, each line with its offset in bytes.
std::string text_of(std::span<const std::byte> area, WordFormat format);
nlohmann::json json_of(std::span<const std::byte> area, WordFormat format);

}  // namespace qpu
