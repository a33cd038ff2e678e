// SPDX-License-Identifier: MIT
#include "daemon/config/key_search.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "daemon/config/keys.h"

namespace spectrumd {
namespace {

// Letters to add, drop or change, or neighbours to swap, to make one text of the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> two_above(b.size() + 1);
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(above.begin(), above.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], two_above[j - 2] + 1);
    }
    two_above.swap(above);
    above.swap(row);
  }
  return above[b.size()];
}

// What api/v1/status calls some of the tuning keys.
struct Alias {
  std::string_view name;
  std::string_view path;
};
constexpr std::array<Alias, 4> kAliases{{{"center_hz", "radio.center"},
                                         {"rate_hz", "radio.rate"},
                                         {"gain_db", "radio.gain"},
                                         {"rows_per_second", "spectrum.rows"}}};

std::string_view first_part(std::string_view path) { return path.substr(0, path.find('.')); }

}  // namespace

bool is_group(std::string_view name) {
  return std::ranges::any_of(keys(),
                             [name](const Key& key) { return key.path != name && first_part(key.path) == name; });
}

std::string_view last_part(std::string_view path) { return path.substr(path.rfind('.') + 1); }

const Key* find_key(std::string_view path) {
  const auto found = std::ranges::find(keys(), path, &Key::path);
  return found == keys().end() ? nullptr : &*found;
}

const Key* find_tuning_key(std::string_view name) {
  for (const auto& alias : kAliases)
    if (alias.name == name) return find_key(alias.path);
  for (const Key& key : keys())
    if (key.tuning && last_part(key.path) == name) return &key;
  return nullptr;
}

std::optional<std::string_view> nearest(std::string_view mistyped, std::span<const std::string_view> known) {
  constexpr std::size_t kLongestName = 64;  // nobody mistypes more, and the effort grows with the length
  if (mistyped.size() > kLongestName) return std::nullopt;
  std::optional<std::string_view> best;
  std::size_t least = std::clamp<std::size_t>(mistyped.size() / 3, 1, 3);  // further away it is another word
  for (const std::string_view name : known) {
    const std::size_t distance = edit_distance(mistyped, name);
    if (distance > least || (best && distance == least)) continue;
    least = distance;
    best = name;
  }
  return best;
}

std::optional<std::string_view> nearest_path(std::string_view mistyped) {
  std::vector<std::string_view> paths;
  std::vector<std::string_view> names;
  for (const Key& key : keys()) {
    if (last_part(key.path) == last_part(mistyped)) return key.path;  // the right name in the wrong group
    if (const auto group = first_part(key.path); std::ranges::find(paths, group) == paths.end()) paths.push_back(group);
    paths.push_back(key.path);
    names.push_back(last_part(key.path));
  }
  if (const auto path = nearest(mistyped, paths)) return path;
  const auto name = nearest(last_part(mistyped), names);
  return name ? nearest_path(*name) : std::nullopt;
}

}  // namespace spectrumd
