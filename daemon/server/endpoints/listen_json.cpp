// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/listen_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "daemon/server/endpoints/body_keys.h"

namespace spectrumd {
namespace {

// Wide: check() knows what a mode allows, and says so.
constexpr Range kEdges{-200e3, 200e3}, kLevels{-200, 200}, kMicroseconds{0, 1e4}, kSoundHz{0, 24e3};

std::optional<double> decibels_or_null(const Json& value) {
  return value.is_null() ? std::nullopt : std::optional(number_in(value, kLevels, kDecibels));
}

std::vector<double> frequencies_of(const Json& value) {
  if (!value.is_array()) throw KeyError("takes a list of frequencies");
  std::vector<double> frequencies;
  for (const Json& each : value) frequencies.push_back(number_in(each, kSoundHz, kHertz));
  return frequencies;
}

// What belongs to one mode means nothing in another.
void adopt_mode(ListenSettings& listen, const Json& value) {
  const auto mode = listen_mode_named(text_of(value));
  if (!mode) throw KeyError(fmt::format("is not one of {}", fmt::join(mode_names(), ", ")));
  if (*mode == listen.mode) return;
  listen.mode = *mode;
  listen.pass_band.reset();
  listen.deemphasis_us.reset();
  listen.noise_squelch_db.reset();
}

void adopt_edge(ListenSettings& listen, double PassBand::*edge, const Json& value) {
  PassBand band = pass_band_of(listen);
  band.*edge = number_in(value, kEdges, kHertz);
  listen.pass_band = band;
}

struct ListenKey {
  std::string_view name;
  void (*set)(ListenSettings& listen, const Json& value);
};

// The mode first: it resets others.
constexpr std::array<ListenKey, 12> kListenKeys{{
    {"mode", adopt_mode},
    {"low", [](ListenSettings& listen, const Json& value) { adopt_edge(listen, &PassBand::low_hz, value); }},
    {"high", [](ListenSettings& listen, const Json& value) { adopt_edge(listen, &PassBand::high_hz, value); }},
    {"squelch_db", [](ListenSettings& listen, const Json& value) { listen.squelch_db = decibels_or_null(value); }},
    {"noise_squelch_db",
     [](ListenSettings& listen, const Json& value) { listen.noise_squelch_db = decibels_or_null(value); }},
    {"agc", [](ListenSettings& listen, const Json& value) { listen.agc = yes_or_no(value); }},
    {"gain_db",
     [](ListenSettings& listen, const Json& value) { listen.gain_db = number_in(value, kLevels, kDecibels); }},
    {"deemphasis_us",
     [](ListenSettings& listen, const Json& value) {
       listen.deemphasis_us = value.is_null() ? std::nullopt : std::optional(number_in(value, kMicroseconds));
     }},
    {"auto_notch", [](ListenSettings& listen, const Json& value) { listen.auto_notch = yes_or_no(value); }},
    {"notches_hz", [](ListenSettings& listen, const Json& value) { listen.notches_hz = frequencies_of(value); }},
    {"noise_reduction_db", [](ListenSettings& listen,
                              const Json& value) { listen.noise_reduction_db = number_in(value, kLevels, kDecibels); }},
    {"pitch_hz",
     [](ListenSettings& listen, const Json& value) { listen.pitch_hz = number_in(value, kSoundHz, kHertz); }},
}};

Json numbers_json(const std::vector<double>& numbers) {
  Json json = Json::array();
  for (const double number : numbers) json.push_back(number_json(number));
  return json;
}

Json number_or_null(const std::optional<double>& number) { return number ? number_json(*number) : Json(); }

// Meters need no more digits.
Json tenths(double value) { return number_json(std::round(value * 10) / 10); }

}  // namespace

std::span<const std::string_view> mode_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (const ListenModeFacts& facts : listen_modes()) all.push_back(facts.name);
    return all;
  }();
  return names;
}

std::span<const std::string_view> listen_keys() {
  static const auto names = [] {
    std::array<std::string_view, kListenKeys.size()> all;
    std::ranges::transform(kListenKeys, all.begin(), &ListenKey::name);
    return all;
  }();
  return names;
}

ListenSettings changed_listen(ListenSettings listen, const Json& body) {
  for (const ListenKey& key : kListenKeys) {
    const auto given = body.find(key.name);
    if (given == body.end()) continue;
    try {
      key.set(listen, *given);
    } catch (const KeyError& error) {
      throw bad_value(key.name, error.what());
    }
  }
  try {
    check(listen);
  } catch (const ListenError& error) {
    throw RequestError(400, "bad_value", error.what());
  }
  return listen;
}

Json listen_json(const ListenSettings& listen) {
  const PassBand band = pass_band_of(listen);
  return {{"mode", name_of(listen.mode)},
          {"low_hz", number_json(band.low_hz)},
          {"high_hz", number_json(band.high_hz)},
          {"squelch_db", number_or_null(listen.squelch_db)},
          {"noise_squelch_db", number_or_null(listen.noise_squelch_db)},
          {"agc", listen.agc},
          {"gain_db", number_json(listen.gain_db)},
          {"deemphasis_us", number_or_null(listen.deemphasis_us)},
          {"auto_notch", listen.auto_notch},
          {"notches_hz", numbers_json(listen.notches_hz)},
          {"noise_reduction_db", number_json(listen.noise_reduction_db)},
          {"pitch_hz", number_json(listen.pitch_hz)}};
}

Json meter_json(const ListenStatus& status, std::optional<Decibels> dbm_offset) {
  return {{"level_db", tenths(status.level_db)},
          {"level_dbm", dbm_offset ? tenths(status.level_db + dbm_offset->value) : Json()},
          {"snr_db", status.snr_db ? tenths(*status.snr_db) : Json()},
          {"squelch_open", status.squelch_open},
          {"agc_gain_db", tenths(status.agc_gain_db)},
          {"carrier_offset_hz", status.carrier_locked.value_or(false) ? tenths(status.carrier_offset_hz) : Json()},
          {"ctcss_hz", number_or_null(status.ctcss_hz)},
          {"stereo", status.stereo},
          {"notches_hz", numbers_json(status.notches_hz)}};
}

}  // namespace spectrumd
