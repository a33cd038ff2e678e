// SPDX-License-Identifier: MIT
#include "qpu/program/run/show_area.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>

#include "qpu/program/run/memory_areas.h"

namespace qpu {
namespace {

std::uint32_t word_at(std::span<const std::byte> area, std::size_t index) {
  std::uint32_t word = 0;
  std::memcpy(&word, area.data() + 4 * index, sizeof word);
  return word;
}

std::string text_of_word(std::uint32_t word, WordFormat format) {
  switch (format) {
    case WordFormat::Unsigned:
      return fmt::format("{}", word);
    case WordFormat::Signed:
      return fmt::format("{}", static_cast<std::int32_t>(word));
    case WordFormat::Float:
      return fmt::format("{}", std::bit_cast<float>(word));
    default:
      return fmt::format("{:08x}", word);
  }
}

}  // namespace

WordFormat word_format(std::string_view name) {
  if (name == "hex") return WordFormat::Hexadecimal;
  if (name == "u32") return WordFormat::Unsigned;
  if (name == "i32") return WordFormat::Signed;
  if (name == "f32") return WordFormat::Float;
  throw RunError(fmt::format("--print: unknown format {}; expected hex, u32, i32 or f32", name));
}

std::string text_of(std::span<const std::byte> area, WordFormat format) {
  constexpr std::size_t kPerLine = 8;
  std::string text;
  for (std::size_t index = 0; index < area.size() / 4; ++index) {
    if (index % kPerLine == 0) text += fmt::format("{}  {:06x} ", index == 0 ? "" : "\n", 4 * index);
    text += fmt::format(" {:>8}", text_of_word(word_at(area, index), format));
  }
  return text + '\n';
}

nlohmann::json json_of(std::span<const std::byte> area, WordFormat format) {
  nlohmann::json words = nlohmann::json::array();
  for (std::size_t index = 0; index < area.size() / 4; ++index) {
    const std::uint32_t word = word_at(area, index);
    if (format == WordFormat::Float)
      words.push_back(std::bit_cast<float>(word));
    else if (format == WordFormat::Signed)
      words.push_back(static_cast<std::int32_t>(word));
    else
      words.push_back(word);
  }
  return words;
}

}  // namespace qpu
