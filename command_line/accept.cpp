// SPDX-License-Identifier: MIT
#include "command_line/accept.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace command_line {
namespace {

template <class Number>
void read_number(std::string_view text, Number& target, std::string_view kind) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), target);
  if (error != std::errc{} || end != text.data() + text.size())
    throw std::invalid_argument(fmt::format("{} is not a {}", text, kind));
}

// "a,b,c" one by one.
void for_each_part(const std::string& text, const std::function<void(const std::string&)>& work) {
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    work(text.substr(start, end - start));
    start = end + 1;
  }
}

}  // namespace

void read(const std::string& text, std::string& target) { target = text; }
void read(const std::string& text, std::filesystem::path& target) { target = text; }
void read(const std::string& text, int& target) { read_number(text, target, "whole number"); }
void read(const std::string& text, unsigned& target) { read_number(text, target, "count"); }
void read(const std::string& text, unsigned long& target) { read_number(text, target, "count"); }
void read(const std::string& text, unsigned long long& target) { read_number(text, target, "count"); }
void read(const std::string& text, double& target) { read_number(text, target, "number"); }

Accept into(bool& target) {
  return [&target](const std::string&, bool) { target = true; };
}

Accept into(std::vector<std::string>& target) {
  return [&target](const std::string& text, bool first) {
    if (first) target.clear();
    target.push_back(text);
  };
}

Accept into(std::vector<std::size_t>& target) {
  return [&target](const std::string& text, bool first) {
    if (first) target.clear();
    for_each_part(text, [&](const std::string& part) { read(part, target.emplace_back()); });
  };
}

Accept one_of(std::vector<std::string> texts, Accept accept) {
  return [texts = std::move(texts), accept = std::move(accept)](const std::string& text, bool first) {
    if (std::ranges::find(texts, text) == texts.end())
      throw std::invalid_argument(fmt::format("{} is not one of {}", text, fmt::join(texts, ", ")));
    accept(text, first);
  };
}

Accept within(double least, double most, Accept accept) {
  return [least, most, accept = std::move(accept)](const std::string& text, bool first) {
    for_each_part(text, [&](const std::string& part) {
      double number = 0;
      read(part, number);
      if (number >= least && number <= most) return;
      throw std::invalid_argument(std::isinf(most) ? fmt::format("{} is not {} or more", part, least)
                                                   : fmt::format("{} is not in {} to {}", part, least, most));
    });
    accept(text, first);
  };
}

}  // namespace command_line
