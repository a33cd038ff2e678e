// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gpufft::program {

// What is computed at one go, in registers: its radices, in the order in which they are done.
using Codelet = std::vector<std::size_t>;
// The codelets of a transform, first to last; all radices together multiply to its length.
using Structure = std::vector<Codelet>;

inline constexpr std::size_t kLongestGraph = 4096;

// "16,16", "4x4,8": codelets between commas, the radices of one between crosses; a codelet without crosses is done by
// its prime factors. Throws PlanError for what is no such thing, or makes another length.
Structure parse_structure(std::string_view text, std::size_t length);

// One codelet of all prime factors: what a textbook draws.
Structure textbook_structure(std::size_t length);
// As few codelets of at most sixteen points as can be, of about the same size.
Structure codelets_of_sixteen(std::size_t length);

std::size_t points(const Codelet& codelet);
std::string to_string(const Structure& structure);  // as parse_structure reads it

}  // namespace gpufft::program
