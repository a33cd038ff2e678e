// SPDX-License-Identifier: MIT
#include "qpu/program/run/memory_areas.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <optional>

#include "qpu/program/code_file.h"

namespace qpu {
namespace {

constexpr std::uint32_t kPage = 4096, kMostBytes = 512u << 20;

std::optional<std::int64_t> whole_number(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const bool hexadecimal = text.starts_with("0x");
  if (hexadecimal) text.remove_prefix(2);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, hexadecimal ? 16 : 10);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return negative ? -value : value;
}

std::optional<float> real_number(const std::string& text) {
  float value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<std::byte> bytes_of(std::string_view text) {
  std::vector<std::byte> bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

// Zeros, or what "count" and "ramp" put into the words.
std::vector<std::byte> filled(std::size_t bytes, std::string_view filling, const std::string& description) {
  if (!filling.empty() && filling != "count" && filling != "ramp")
    throw RunError(fmt::format("--memory {}: unknown filling {}; expected count or ramp", description, filling));
  std::vector<std::byte> contents(bytes);
  for (std::size_t word = 0; !filling.empty() && word < bytes / 4; ++word) {
    const auto number = static_cast<std::uint32_t>(word);
    const std::uint32_t value = filling == "count" ? number : std::bit_cast<std::uint32_t>(static_cast<float>(number));
    std::memcpy(contents.data() + 4 * word, &value, sizeof value);
  }
  return contents;
}

}  // namespace

MemoryAreas::MemoryAreas(std::uint32_t alias) : alias_(alias) {}

void MemoryAreas::add(const std::string& description) {
  const std::size_t equals = description.find('=');
  if (equals == std::string::npos || equals == 0)
    throw RunError(fmt::format("--memory {}: wants NAME=BYTES or NAME=FILE", description));
  const std::string name = description.substr(0, equals), rest = description.substr(equals + 1);
  const std::size_t colon = rest.find(':');
  const auto bytes = whole_number(std::string_view(rest).substr(0, colon));
  if (!bytes) {
    place(name, bytes_of(read_whole(rest)));
    return;
  }
  if (*bytes < 0 || *bytes > kMostBytes)
    throw RunError(fmt::format("--memory {}: an area has 0 to {} bytes", description, kMostBytes));
  place(name, filled(static_cast<std::size_t>(*bytes), colon == std::string::npos ? "" : rest.substr(colon + 1),
                     description));
}

std::uint32_t MemoryAreas::place(std::string name, std::vector<std::byte> contents) {
  if (std::ranges::any_of(areas_, [&](const Area& area) { return area.name == name; }))
    throw RunError(fmt::format("--memory {}: there are two areas of this name", name));
  if (next_ - kFirst + contents.size() > kMostBytes)
    throw RunError(fmt::format("--memory {}: the areas together have more than {} bytes", name, kMostBytes));
  const std::uint32_t address = alias_ | next_;
  next_ += (static_cast<std::uint32_t>(contents.size()) + 2 * kPage - 1) / kPage * kPage;
  areas_.push_back({std::move(name), address, std::move(contents)});
  return address;
}

const MemoryAreas::Area& MemoryAreas::named(std::string_view name) const {
  const auto found = std::ranges::find_if(areas_, [&](const Area& area) { return area.name == name; });
  if (found != areas_.end()) return *found;
  std::string known;
  for (const Area& area : areas_) known += ' ' + area.name;
  throw RunError(fmt::format("no area is called {}; give it by --memory. There are:{}", name, known));
}

std::uint32_t MemoryAreas::word(const std::string& text, int qpu, int qpus) const {
  if (text == "%q") return static_cast<std::uint32_t>(qpu);
  if (text == "%n") return static_cast<std::uint32_t>(qpus);
  if (text.starts_with('@')) {
    const std::size_t plus = text.find('+');
    const Area& area = named(std::string_view(text).substr(1, plus == std::string::npos ? plus : plus - 1));
    const auto offset = plus == std::string::npos ? 0 : whole_number(std::string_view(text).substr(plus + 1));
    if (offset) return area.address + static_cast<std::uint32_t>(*offset);
  }
  if (const auto number = whole_number(text)) return static_cast<std::uint32_t>(*number);
  if (const auto number = real_number(text)) return std::bit_cast<std::uint32_t>(*number);
  throw RunError(fmt::format("--uniforms: {} is not a number, @AREA+BYTES, %q or %n", text));
}

void MemoryAreas::load(Sdram& memory) const {
  for (const Area& area : areas_)
    std::ranges::copy(area.contents, memory.bytes(area.address, area.contents.size()).begin());
}

}  // namespace qpu
