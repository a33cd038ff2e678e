// SPDX-License-Identifier: MIT
#include "qpu/firmware/scripted_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace qpu {

namespace {

constexpr std::array<std::string_view, kTroubles> kNames{
    "missing-node", "node-eacces", "eperm",    "einval", "enotty",    "etimedout",      "parse-error", "refused-enable",
    "no-memory",    "lock-fails",  "time-out", "hang",   "mem-eperm", "mem-mmap-eperm", "powered-off",
};
constexpr std::string_view kAfter = ":after=";

std::uint64_t count_in(std::string_view text, std::string_view whole) {
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size())
    throw std::invalid_argument(fmt::format("fault '{}': expected a whole number after after=", whole));
  return count;
}

}  // namespace

std::string trouble_names() { return fmt::format("{}", fmt::join(kNames, ", ")); }

void ScriptedFaults::add(std::string_view text) {
  const std::size_t colon = text.find(kAfter);
  const auto name = std::ranges::find(kNames, text.substr(0, colon));
  if (name == kNames.end())
    throw std::invalid_argument(
        fmt::format("unknown fault '{}'; choose one of {}, with or without :after=N", text, trouble_names()));
  plans_[static_cast<std::size_t>(name - kNames.begin())].let_pass =
      colon == text.npos ? 0 : count_in(text.substr(colon + kAfter.size()), text);
}

bool ScriptedFaults::strikes(Trouble trouble) {
  std::optional<std::uint64_t>& let_pass = plans_[static_cast<std::size_t>(trouble)].let_pass;
  if (!let_pass) return false;
  if (*let_pass == 0) return true;
  --*let_pass;
  return false;
}

}  // namespace qpu
