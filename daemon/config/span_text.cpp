// SPDX-License-Identifier: MIT
#include "daemon/config/span_text.h"

#include <fmt/format.h>

#include "daemon/config/plain_text.h"

namespace spectrumd {
namespace {

// "88:108M" and "88-108 MHz": the suffix of the upper end holds for both, unless that turns them round.
std::optional<double> lower_end(std::string_view from, std::string_view to) {
  const auto as_typed = parse_number(from, kHertz), upper = parse_number(to, kHertz);
  if (!as_typed || !upper) return as_typed;
  const std::string digits(to.substr(0, to.find_last_of("0123456789.,") + 1));
  const auto bare = parse_number(from), bare_upper = parse_number(digits);
  const bool without_suffix = bare && from.find_first_not_of("0123456789., ") == std::string_view::npos;
  if (!without_suffix || !bare_upper || *bare >= *bare_upper) return as_typed;
  return parse_number(std::string(from) + std::string(to.substr(digits.size())), kHertz);
}

struct Ends {
  std::optional<double> from, to;
};

// A dash separates them where there is no colon.
Ends ends_of(std::string_view text) {
  const bool has_colon = text.find(':') != std::string_view::npos;
  const std::size_t between = text.find(has_colon ? ':' : '-');
  if (between == std::string_view::npos) return {};
  const std::string_view from = trimmed(text.substr(0, between), " "), to = trimmed(text.substr(between + 1), " ");
  return {lower_end(from, to), parse_number(to, kHertz)};
}

}  // namespace

std::optional<Span> parse_span(std::string_view text) {
  const auto [from, to] = ends_of(text);
  if (!from || !to || *from < 0 || *to > kMostFrequency || *from >= *to) return std::nullopt;
  return Span{{*from}, {*to}};
}

std::string to_string(const Span& span) {
  const std::string from = format_number(span.from.value);
  const std::string text = fmt::format("{}:{}", from, format_number(span.to.value));
  // Some Hz would take the suffix of the upper end.
  return parse_span(text) == span ? text : fmt::format("{}:{}", from, span.to.value);
}

}  // namespace spectrumd
