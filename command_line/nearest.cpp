// SPDX-License-Identifier: MIT
#include "command_line/nearest.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace command_line {
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

// "--fft-size" is { "fft", "size" }.
std::vector<std::string_view> parts(std::string_view name) {
  constexpr std::string_view kBetween = "-_";
  std::vector<std::string_view> result;
  for (std::size_t at = 0; (at = name.find_first_not_of(kBetween, at)) < name.size();) {
    const std::size_t end = std::min(name.find_first_of(kBetween, at), name.size());
    result.push_back(name.substr(at, end - at));
    at = end;
  }
  return result;
}

bool contains(const std::vector<std::string_view>& all, const std::vector<std::string_view>& some) {
  return !some.empty() &&
         std::ranges::all_of(some, [&all](std::string_view part) { return std::ranges::find(all, part) != all.end(); });
}

// "--fft-size" for "--fft", "--seed" for "--sim-seed".
std::optional<std::string_view> longer_or_shorter(std::string_view mistyped, std::span<const std::string_view> known) {
  const auto typed = parts(mistyped);
  const auto found = std::ranges::find_if(known, [&typed](std::string_view name) {
    const auto meant = parts(name);
    return contains(typed, meant) || contains(meant, typed);
  });
  return found == known.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

std::optional<std::string_view> nearest(std::string_view mistyped, std::span<const std::string_view> known) {
  constexpr std::size_t kLongestName = 64;  // longer names are not mistyped, and the effort grows with the length
  if (mistyped.size() > kLongestName) return std::nullopt;
  std::optional<std::string_view> best;
  std::size_t least = std::clamp<std::size_t>(mistyped.size() / 3, 1, 3);  // further away it is another word
  for (const std::string_view name : known) {
    const std::size_t distance = edit_distance(mistyped, name);
    if (distance > least || (best && distance == least)) continue;
    least = distance;
    best = name;
  }
  return best ? best : longer_or_shorter(mistyped, known);
}

}  // namespace command_line
