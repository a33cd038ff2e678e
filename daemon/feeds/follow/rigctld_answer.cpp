// SPDX-License-Identifier: MIT
#include "daemon/feeds/follow/rigctld_answer.h"

#include <charconv>

#include "daemon/config/plain_text.h"

namespace spectrumd {
namespace {

constexpr double kHighestRigHz = 1e12;
constexpr std::string_view kReport = "RPRT ";
constexpr std::string_view kTransmitting = "TX ";  // wfview 1.60 names its mode and width like this

}  // namespace

bool RigctldAnswer::take(std::string_view line) {
  line = trimmed(line);
  if (line.starts_with(kReport)) {
    line.remove_prefix(kReport.size());
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), code_);
    if (error != std::errc{}) code_ = -8;  // Hamlib's protocol error
    return false;
  }
  lines_.emplace_back(line);
  if (plain_lines_ < kMostLines) return lines_.size() < plain_lines_;
  // The extended form begins with the name of the command: who answers with a value alone does not know it.
  return lines_.size() < kMostLines && lines_.front().find(':') != std::string::npos;
}

std::optional<std::string> RigctldAnswer::named(std::string_view key) const {
  for (std::string_view line : lines_) {
    if (line.starts_with(kTransmitting)) line.remove_prefix(kTransmitting.size());
    if (line.size() > key.size() && line.starts_with(key) && line[key.size()] == ':')
      return std::string(trimmed(line.substr(key.size() + 1)));
  }
  return std::nullopt;
}

std::optional<std::string> RigctldAnswer::line(std::size_t number) const {
  return number < lines_.size() ? std::optional(lines_[number]) : std::nullopt;
}

bool wants_vfo(std::string_view chk_vfo_line) {
  chk_vfo_line = trimmed(chk_vfo_line);
  return !chk_vfo_line.starts_with(kReport) && chk_vfo_line.ends_with('1');
}

std::optional<double> parse_rig_frequency(std::string_view text) {
  text = trimmed(text);
  const auto value = plain_number<double>(text);
  return value && *value > 0 && *value < kHighestRigHz ? value : std::nullopt;
}

}  // namespace spectrumd
