// SPDX-License-Identifier: MIT
#include "daemon/server/http/byte_range.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "daemon/config/plain_text.h"

namespace spectrumd {

ByteRange byte_range(const RequestHead& head, std::uint64_t size, const std::string& etag) {
  const ByteRange all{.first = 0, .bytes = size, .is_part = false};
  std::string_view text = head.header("Range").value_or("");
  constexpr std::string_view kUnit = "bytes=";
  if (!text.starts_with(kUnit) || head.header("If-Range").value_or(etag) != etag) return all;
  text.remove_prefix(kUnit.size());
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos) return all;
  const auto from = plain_number<std::uint64_t>(text.substr(0, dash)),
             to = plain_number<std::uint64_t>(text.substr(dash + 1));
  const bool open = dash + 1 == text.size(), suffix = dash == 0;
  if ((!from && !suffix) || (!to && !open) || (suffix && open) || (from && to && *to < *from)) return all;
  const std::uint64_t first = suffix ? size - std::min(size, *to) : *from;
  if (first >= size) throw RequestError(416, "no_such_range", fmt::format("the file has {} bytes", size));
  const std::uint64_t end = suffix || open ? size : *to < size ? *to + 1 : size;
  return {.first = first, .bytes = end - first, .is_part = true};
}

}  // namespace spectrumd
