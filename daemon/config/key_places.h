// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace spectrumd {

// The place of a key in a file: "radio.center", line 12.
struct KeyPlace {
  std::string path;
  std::size_t line = 0;
};

// Returns all keys of a JSON text with comments, in order, repeated keys repeatedly, without those inside arrays. The
// text must be valid JSON without zero bytes, already accepted by a JSON parser. JSON parsers keep neither lines nor
// repeated keys, hence this function.
std::vector<KeyPlace> key_places(std::string_view text);

// "radio.center"; a name that contains a point is quoted, so that it is not taken for two.
std::string key_path(const std::string& group, const std::string& name);

// Returns the line of a byte, counted from 1.
std::size_t line_of(std::string_view text, std::size_t byte);

}  // namespace spectrumd
