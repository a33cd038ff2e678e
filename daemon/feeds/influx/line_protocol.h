// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace spectrumd {

// One line of InfluxDB's line protocol: a point with tags and fields. Every field is a float, as a field keeps the type
// of its first point forever. What the protocol cannot carry is left out: tags without a value, infinities, NaN.
class InfluxLine {
 public:
  explicit InfluxLine(std::string_view measurement);

  InfluxLine& tag(std::string_view key, std::string_view value);     // before the first field
  InfluxLine& field(std::string_view key, std::string_view number);  // as fmt writes it

  // With its end of line; nullopt without a field.
  std::optional<std::string> at(std::chrono::milliseconds since_1970) const;

 private:
  std::string head_, fields_;
};

}  // namespace spectrumd
