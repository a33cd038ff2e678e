// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "daemon/config/json.h"

namespace spectrumd {

// Limits for a JSON text. A few bytes of text can take a hundred times as much memory, or the whole stack, so the
// limits are checked while parsing and not on the result.
struct JsonLimits {
  std::size_t bytes;
  std::size_t depth = 16;
  std::size_t values = 4096;          // numbers, strings, objects, ... together
  std::size_t keys_of_object = 1000;  // each key is searched for among all before it
  bool comments = false;              // allow // and /* */
  bool repeated_keys = false;         // allow; the last one wins
};

// A refused text; what() is the reason alone.
struct JsonError : std::runtime_error {
  enum class Kind : std::uint8_t { Syntax, ZeroByte, TooLargeNumber, RepeatedKey, Limit };

  JsonError(Kind error_kind, const std::string& reason, std::size_t at_byte = 0)
      : std::runtime_error(reason), kind(error_kind), byte(at_byte) {}
  Kind kind;
  std::size_t byte;  // counted from 1; 0: unknown
};

// Serialises for the wire; invalid UTF-8 is replaced, so that no text of a client can make this fail.
std::string to_text(const Json& json);

// The only parser of external JSON: files, requests, messages. Throws JsonError.
Json parse_json(std::string_view text, const JsonLimits& limits);

}  // namespace spectrumd
