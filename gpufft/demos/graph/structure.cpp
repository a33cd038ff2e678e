// SPDX-License-Identifier: MIT
#include "gpufft/demos/graph/structure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <numeric>

#include "gpufft/backend.h"

namespace gpufft::program {
namespace {

constexpr std::size_t kLargestCodelet = 16;

std::vector<std::size_t> prime_factors(std::size_t number) {
  std::vector<std::size_t> factors;
  for (std::size_t prime = 2; number > 1; ++prime)
    for (; number % prime == 0; number /= prime) factors.push_back(prime);
  return factors;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == text.npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::size_t parse_radix(std::string_view text) {
  std::size_t radix = 0;
  const auto [end, error] = std::from_chars(text.begin(), text.end(), radix);
  if (error != std::errc() || end != text.end() || radix < 2 || radix > kLongestGraph)
    throw PlanError(fmt::format("'{}' is not a radix; write codelets like 16,16 or 4x4,2x8", text));
  return radix;
}

Codelet parse_codelet(std::string_view text) {
  Codelet codelet;
  for (const std::string_view radix : split(text, 'x')) codelet.push_back(parse_radix(radix));
  return codelet.size() == 1 ? prime_factors(codelet[0]) : codelet;
}

// Gives each prime factor, the largest first, to the smallest of so many codelets.
Structure dealt_out(std::vector<std::size_t> factors, std::size_t codelets) {
  std::ranges::sort(factors, std::greater());
  Structure structure(codelets);
  for (const std::size_t factor : factors) std::ranges::min_element(structure, {}, points)->push_back(factor);
  for (Codelet& codelet : structure) std::ranges::sort(codelet);
  std::ranges::stable_sort(structure, std::greater(), points);
  return structure;
}

}  // namespace

std::size_t points(const Codelet& codelet) {
  return std::accumulate(codelet.begin(), codelet.end(), std::size_t{1}, std::multiplies());
}

Structure parse_structure(std::string_view text, std::size_t length) {
  Structure structure;
  std::size_t product = 1;
  for (const std::string_view codelet : split(text, ',')) {
    structure.push_back(parse_codelet(codelet));
    product *= std::min(points(structure.back()), kLongestGraph + 1);  // small enough to multiply further
    if (product > kLongestGraph) break;
  }
  if (product != length) throw PlanError(fmt::format("codelets {} do not multiply to {} points", text, length));
  return structure;
}

Structure textbook_structure(std::size_t length) { return {prime_factors(length)}; }

Structure codelets_of_sixteen(std::size_t length) {
  const auto factors = prime_factors(length);
  const std::size_t largest = std::max(kLargestCodelet, factors.empty() ? 1 : factors.back());
  for (std::size_t count = 1;; ++count) {
    const Structure structure = dealt_out(factors, count);
    if (count >= factors.size() || points(structure.front()) <= largest) return structure;
  }
}

std::string to_string(const Structure& structure) {
  std::vector<std::string> codelets;
  for (const Codelet& codelet : structure) codelets.push_back(fmt::format("{}", fmt::join(codelet, "x")));
  return fmt::format("{}", fmt::join(codelets, ","));
}

}  // namespace gpufft::program
