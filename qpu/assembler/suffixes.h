// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "qpu/instruction.h"

namespace qpu::assembly {

// A pack or an unpack as written: .16a, .8asf, .8dr (reference 2.13, 10.3). Its encoding depends on the
// place.
struct Format {
  enum class Type : std::uint8_t { Unsaid, Integer, Float };
  std::uint8_t code = 0;  // 0: all 32 bits, 1 and 2: halves, 3: the same byte everywhere, 4 to 7: bytes
  bool saturates = false;
  Type type = Type::Unsaid;
  friend bool operator==(const Format&, const Format&) = default;
};

// The position of a suffix decides its meaning: a bare .16a packs a destination and unpacks a source.
enum class SuffixPlace : std::uint8_t { Opcode, Destination, Source };

struct Suffixes {
  bool set_flags = false;
  std::optional<Condition> condition;
  std::optional<Format> pack, unpack;
};

// ".setf.ifz.16a" or empty. Throws SourceFault, without a column.
Suffixes read_suffixes(std::string_view text, SuffixPlace place);

}  // namespace qpu::assembly
