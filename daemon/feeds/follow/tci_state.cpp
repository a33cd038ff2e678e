// SPDX-License-Identifier: MIT
#include "daemon/feeds/follow/tci_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "daemon/config/plain_text.h"
#include "daemon/feeds/follow/rigctld_answer.h"

namespace spectrumd {
namespace {

constexpr std::size_t kLongestTciCommand = 4096, kLongestMode = 16;
constexpr double kWidestFilter = 1e6;
constexpr std::string_view kFirst = "0";

std::string_view pop_field(std::string_view& text, char separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view field = text.substr(0, end);
  text.remove_prefix(std::min(text.size(), end + 1));
  return field;
}

std::vector<std::string_view> fields_of(std::string_view text) {
  std::vector<std::string_view> fields;
  while (!text.empty() && fields.size() < 4) fields.push_back(pop_field(text, ','));
  return fields;
}

char upper_case(char letter) { return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter; }

// From the edges of the filter relative to the dial: "-2700,-300".
int width_between(std::string_view low, std::string_view high) {
  const auto from = plain_number<double>(low), to = plain_number<double>(high);
  if (!from || !to || std::abs(*to - *from) > kWidestFilter) return 0;
  return static_cast<int>(std::abs(*to - *from));
}

}  // namespace

void TciState::hear(std::string_view text) {
  unread_ += text;
  std::string_view rest = unread_;
  for (std::size_t end = rest.find(';'); end != std::string_view::npos; end = rest.find(';')) {
    take(rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  unread_ = rest.size() > kLongestTciCommand ? "" : std::string(rest);
}

void TciState::take(std::string_view command) {
  command.remove_prefix(std::min(command.find_first_not_of(" \r\n"), command.size()));
  const std::string name = lower_case(pop_field(command, ':'));
  const auto fields = fields_of(command);
  if (fields.size() < 2 || fields[0] != kFirst) return;
  if (name == "vfo" && fields.size() >= 3 && fields[1] == kFirst) {
    if (const auto hertz = parse_rig_frequency(fields[2])) frequency_ = Hertz{*hertz};
  } else if (name == "modulation") {
    mode_ = fields[1].substr(0, kLongestMode);
    std::ranges::transform(mode_, mode_.begin(), upper_case);
  } else if (name == "rx_filter_band" && fields.size() >= 3) {
    width_hz_ = width_between(fields[1], fields[2]);
  } else if (name == "trx") {
    transmitting_ = lower_case(fields[1]) == "true";
  }
}

RigReading TciState::reading() const {
  return {
      .frequency = frequency_.value_or(Hertz{}), .mode = mode_, .width_hz = width_hz_, .transmitting = transmitting_};
}

std::string tci_tune(Hertz frequency) { return fmt::format("vfo:0,0,{:.0f};", frequency.value); }

}  // namespace spectrumd
