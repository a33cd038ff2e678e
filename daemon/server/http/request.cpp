// SPDX-License-Identifier: MIT
#include "daemon/server/http/request.h"

#include <strings.h>

#include <algorithm>

#include "daemon/config/plain_text.h"

namespace spectrumd {

bool same_name(std::string_view a, std::string_view b) {
  return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

std::vector<std::string_view> items_of(std::string_view list) {
  std::vector<std::string_view> items;
  while (!list.empty()) {
    const std::string_view item = list.substr(0, list.find(','));
    list.remove_prefix(std::min(item.size() + 1, list.size()));
    items.push_back(trimmed(item.substr(0, item.find(';')), " \t"));
  }
  return items;
}

std::optional<std::string_view> RequestHead::header(std::string_view name) const {
  const auto found =
      std::find_if(headers.begin(), headers.end(), [&](const Header& h) { return same_name(h.first, name); });
  return found == headers.end() ? std::nullopt : std::optional<std::string_view>(found->second);
}

std::size_t RequestHead::header_count(std::string_view name) const {
  const auto is_it = [&](const Header& h) { return same_name(h.first, name); };
  return static_cast<std::size_t>(std::count_if(headers.begin(), headers.end(), is_it));
}

bool RequestHead::lists(std::string_view header_name, std::string_view item) const {
  for (const auto& [name, value] : headers) {
    if (!same_name(name, header_name)) continue;
    const auto items = items_of(value);
    if (std::any_of(items.begin(), items.end(), [&](std::string_view i) { return same_name(i, item); })) return true;
  }
  return false;
}

}  // namespace spectrumd
