// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace spectrumd {

// Where a key stands in a file: "radio.center", line 12.
struct KeyPlace {
  std::string path;
  std::size_t line = 0;
};

// All keys of a JSON text with comments, in their order, repeated ones as often as they are there; those inside of
// arrays are left out. The text must be good JSON without zero bytes: a JSON parser has seen it and said so. Parsers of
// JSON keep neither lines nor repeated keys, hence this.
std::vector<KeyPlace> key_places(std::string_view text);

// "radio.center"; a name that has a point itself is put in quotes, so that it is not taken for two.
std::string key_path(const std::string& group, const std::string& name);

// The line of a byte, counted from 1.
std::size_t line_of(std::string_view text, std::size_t byte);

}  // namespace spectrumd
