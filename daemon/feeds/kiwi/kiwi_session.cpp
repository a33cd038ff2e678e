// SPDX-License-Identifier: MIT
#include "daemon/feeds/kiwi/kiwi_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "daemon/config/plain_text.h"

namespace spectrumd {
namespace {

constexpr std::string_view kSet = "SET ";
constexpr double kKilohertz = 1e3;
constexpr std::array<unsigned, 5> kSpeeds{0, 1, 5, 13, 23};  // rows a second

// "zoom=3 cf=10000.000000" by name; a word alone has no value.
std::map<std::string_view, std::string_view> values_in(std::string_view text) {
  std::map<std::string_view, std::string_view> values;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    const std::size_t equals = std::min(word.find('='), word.size());
    if (!word.empty()) values[word.substr(0, equals)] = word.substr(std::min(equals + 1, word.size()));
  }
  return values;
}

}  // namespace

void KiwiSession::hear(std::string_view text, std::vector<std::string>& answers) {
  if (!text.starts_with(kSet)) return;
  const Values values = values_in(text.substr(kSet.size()));
  if (values.contains("auth")) authorize(values, answers);
  if (values.contains("zoom")) look(values, answers);
  if (values.contains("maxdb") && values.contains("mindb")) has_scale_ = true;
  if (const auto speed = values.find("wf_speed"); speed != values.end()) set_speed(speed->second, answers);
  if (const auto compression = values.find("wf_comp"); compression != values.end()) {
    compresses_ = compression->second != "0";
    said_compression_ = true;
  }
}

// Anyone may see the waterfall; nothing can be administered.
void KiwiSession::authorize(const Values& values, std::vector<std::string>& answers) {
  const auto type = values.find("t");
  refused_ = type == values.end() || type->second != "kiwi";
  if (refused_) answers.emplace_back("MSG badp=1");
  if (refused_ || authorized_) return;
  authorized_ = true;
  introduce(answers);
}

// The client sets up its view when it hears the last word, and has to know version and bandwidth by then.
void KiwiSession::introduce(std::vector<std::string>& answers) const {
  const double width = std::round(terms_.band.width_hz);
  answers.push_back(fmt::format("MSG rx_chans={}", terms_.channels));
  answers.emplace_back("MSG badp=0");
  answers.push_back(
      fmt::format("MSG version_maj=1 version_min=843 freq_offset={:.3f}", terms_.band.offset_hz / kKilohertz));
  answers.push_back(
      fmt::format("MSG center_freq={:.0f} bandwidth={:.0f} adc_clk_nom=66666600", std::round(width / 2), width));
  answers.push_back(fmt::format("MSG kiwi_up=1 rx_chan={}", terms_.channel));
  answers.push_back(
      fmt::format("MSG wf_fft_size={0} wf_fps={1} wf_fps_max={1} zoom_max={2} zoom_cap={2} rx_chans={3} wf_chans={3} "
                  "wf_chans_real={3} wf_cal=0 wf_setup",
                  kKiwiBins, terms_.fps, kKiwiZooms, terms_.channels));
}

void KiwiSession::look(const Values& values, std::vector<std::string>& answers) {
  const auto value = [&](std::string_view name) {
    const auto found = values.find(name);
    return found == values.end() ? std::nullopt : plain_number<double>(found->second);
  };
  const auto zoom = value("zoom"), middle_khz = value("cf"), start = value("start");
  if (!zoom || (!middle_khz && !start)) return;
  zoom_ = static_cast<unsigned>(std::clamp(*zoom, 0.0, double{kKiwiZooms}));
  const double wanted = middle_khz ? *middle_khz * kKilohertz - width_hz() / 2 : *start * bin_hz();
  start_hz_ = std::clamp(wanted, 0.0, terms_.band.width_hz - width_hz());
  has_view_ = true;
  answers.push_back(fmt::format("MSG zoom={} start={}", zoom_, first_bin()));
}

void KiwiSession::set_speed(std::string_view value, std::vector<std::string>& answers) {
  const auto speed = plain_number<double>(value);
  if (!speed) return;
  const bool fastest = *speed < 0 || *speed >= kSpeeds.size();
  fps_ = std::min(fastest ? kSpeeds.back() : kSpeeds.at(static_cast<std::size_t>(*speed)), terms_.fps);
  answers.push_back(fmt::format("MSG wf_fps={}", fps_));
}

double KiwiSession::width_hz() const { return std::ldexp(terms_.band.width_hz, -static_cast<int>(zoom_)); }

double KiwiSession::bin_hz() const {
  return std::ldexp(terms_.band.width_hz / kKiwiBins, -static_cast<int>(kKiwiZooms));
}

Span KiwiSession::span() const {
  const double from = terms_.band.offset_hz + start_hz_;
  return {{from}, {from + width_hz()}};
}

std::uint32_t KiwiSession::first_bin() const { return static_cast<std::uint32_t>(std::lround(start_hz_ / bin_hz())); }

}  // namespace spectrumd
