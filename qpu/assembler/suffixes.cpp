// SPDX-License-Identifier: MIT
#include "qpu/assembler/suffixes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "qpu/assembler/fault.h"
#include "qpu/names.h"

namespace qpu::assembly {
namespace {

struct FormatName {
  std::string_view text;
  std::uint8_t code;
};

constexpr std::array kFormats = {
    FormatName{"32", 0},  FormatName{"16a", 1}, FormatName{"16b", 2}, FormatName{"8abcd", 3}, FormatName{"8888", 3},
    FormatName{"8dr", 3}, FormatName{"8a", 4},  FormatName{"8b", 5},  FormatName{"8c", 6},    FormatName{"8d", 7},
};

bool skip(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool read_type(std::string_view& text, Format& format) {
  if (skip(text, "f")) return format.type = Format::Type::Float, true;
  if (skip(text, "i")) return format.type = Format::Type::Integer, true;
  return false;
}

bool read_saturation(std::string_view& text, Format& format) {
  return format.saturates = skip(text, "clamp") || skip(text, "s");
}

// The letters after 16a or 8888, in either order.
std::optional<Format> read_letters(std::string_view text, Format format) {
  if (read_type(text, format))
    read_saturation(text, format);
  else if (read_saturation(text, format))
    read_type(text, format);
  return text.empty() ? std::optional(format) : std::nullopt;
}

std::optional<Format> format_named(std::string_view text) {
  for (const FormatName& name : kFormats)
    if (text.starts_with(name.text))
      if (const auto format = read_letters(text.substr(name.text.size()), {name.code})) return format;
  return std::nullopt;
}

class SuffixReader {
 public:
  explicit SuffixReader(SuffixPlace place) : place_(place) {}

  Suffixes read(std::string_view text) {
    while (skip(text, ".")) {
      const std::size_t length = std::min(text.find('.'), text.size());
      one(text.substr(0, length));
      text.remove_prefix(length);
    }
    return result_;
  }

 private:
  void one(std::string_view suffix) {
    if (suffix == "setf" || suffix == "sf") {
      result_.set_flags = true;
    } else if (const auto condition = condition_named(suffix)) {
      once(result_.condition, *condition, suffix);
    } else if (skip(suffix, "unpack")) {
      format(result_.unpack, suffix, place_ != SuffixPlace::Destination);
    } else if (skip(suffix, "pack")) {
      format(result_.pack, suffix, place_ != SuffixPlace::Source);
    } else {
      format(place_ == SuffixPlace::Source ? result_.unpack : result_.pack, suffix, place_ != SuffixPlace::Opcode);
    }
  }

  template <typename Value>
  void once(std::optional<Value>& target, const Value& value, std::string_view suffix) {
    if (target && *target != value) throw SourceFault{fmt::format(".{} contradicts another suffix", suffix)};
    target = value;
  }

  void format(std::optional<Format>& target, std::string_view suffix, bool fits) {
    const auto found = format_named(suffix);
    if (!found) throw SourceFault{fmt::format("unknown suffix .{}", suffix)};
    if (!fits)
      throw SourceFault{
          fmt::format(".{} is not valid here; use .pack{} or .unpack{} on the opcode", suffix, suffix, suffix)};
    once(target, *found, suffix);
  }

  SuffixPlace place_;
  Suffixes result_;
};

}  // namespace

Suffixes read_suffixes(std::string_view text, SuffixPlace place) { return SuffixReader(place).read(text); }

}  // namespace qpu::assembly
