// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gpufft::program {

// A transform computed in one go, in registers: its radices, in the order in which they are done.
using Codelet = std::vector<std::size_t>;
// The codelets of a transform, first to last; all radices together multiply to its length.
using Structure = std::vector<Codelet>;

inline constexpr std::size_t kLongestGraph = 4096;

// Parses "16,16" or "4x4,8": codelets separated by commas, a codelet's radices by crosses; a codelet without crosses is
// done by its prime factors. Throws PlanError if the text is invalid, or does not multiply to `length`.
Structure parse_structure(std::string_view text, std::size_t length);

// One codelet of all prime factors, as in a textbook.
Structure textbook_structure(std::size_t length);
// As few codelets of at most sixteen points as possible, of about the same size.
Structure codelets_of_sixteen(std::size_t length);

std::size_t points(const Codelet& codelet);
std::string to_string(const Structure& structure);  // in the format of parse_structure

}  // namespace gpufft::program
