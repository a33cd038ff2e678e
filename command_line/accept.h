// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace command_line {

// What happens to the text of an option: it throws std::invalid_argument, with a reason, for a text that it does not
// accept. `first` is true for the first text that this option gets from a command line.
using Accept = std::function<void(const std::string& text, bool first)>;

void read(const std::string& text, std::string& target);
void read(const std::string& text, std::filesystem::path& target);
void read(const std::string& text, int& target);
void read(const std::string& text, unsigned& target);
void read(const std::string& text, unsigned long& target);
void read(const std::string& text, unsigned long long& target);
void read(const std::string& text, double& target);

// Writes to `target`, which must outlive the reading.
template <class Value>
Accept into(Value& target) {
  return [&target](const std::string& text, bool) { read(text, target); };
}
template <class Value>
Accept into(std::optional<Value>& target) {
  return [&target](const std::string& text, bool) { read(text, target.emplace()); };
}
Accept into(bool& target);  // of a flag: true
// A list: the first text takes the place of what was there.
Accept into(std::vector<std::string>& target);
Accept into(std::vector<std::size_t>& target);  // separated by commas as well

// Only some texts, or numbers from `least` to `most`, each of them in a list.
Accept one_of(std::vector<std::string> texts, Accept accept);
Accept within(double least, double most, Accept accept);
inline Accept positive(Accept accept) { return within(1, std::numeric_limits<double>::infinity(), std::move(accept)); }

}  // namespace command_line
