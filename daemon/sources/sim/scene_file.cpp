// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "command_line/nearest.h"
#include "daemon/config/key_values.h"
#include "daemon/sources/iq_source.h"
#include "daemon/sources/json_file.h"
#include "daemon/sources/sim/morse.h"
#include "daemon/sources/sim/scene.h"

namespace spectrumd::sim {
namespace {

constexpr std::size_t kMostSignals = 1000;

constexpr Range kLevel{-200, 20};
constexpr Range kFrequency{0, 100e9};
constexpr Range kAudio{1, 100e3};
constexpr Range kHour{0, 3600};

// One JSON object whose keys are consumed one after the other; any left at the end are unknown.
class Taker {
 public:
  Taker(std::string file, std::string path, const Json& object)
      : file_(std::move(file)), path_(std::move(path)), object_(object) {
    if (!object.is_object()) fail("", "is not an object: { ... }");
  }

  bool has(std::string_view key) {
    known_.push_back(key);
    return object_.contains(key);
  }

  template <class Value, class Read>
  void take(std::string_view key, Value& value, Read read) {
    if (has(key)) value = reading(key, [&] { return read(object_.at(std::string(key))); });
  }

  template <class Value, class Read>
  void need(std::string_view key, Value& value, Read read) {
    if (!object_.contains(key)) fail("", fmt::format("\"{}\" is missing", key));
    take(key, value, read);
  }

  const Json& at(std::string_view key) const { return object_.at(std::string(key)); }

  void finish() const {
    for (const auto& [key, value] : object_.items()) {
      if (std::ranges::find(known_, key) != known_.end()) continue;
      const auto near = command_line::nearest(key, known_);
      fail(key, near ? fmt::format("unknown key; did you mean {}?", *near) : "unknown key; known here are" + known());
    }
  }

  [[noreturn]] void fail(std::string_view key, std::string_view reason) const {
    const std::string_view dot = path_.empty() || key.empty() ? "" : ".";
    const std::string place = fmt::format("{}{}{}", path_, dot, key);
    throw SourceError(fmt::format("{}: {}{}{}", file_, place, place.empty() ? "" : ": ", reason));
  }

 private:
  std::string known() const {
    std::string list;
    for (const std::string_view key : known_) list += fmt::format(" {}", key);
    return list;
  }

  template <class Read>
  auto reading(std::string_view key, Read read) const {
    try {
      return read();
    } catch (const KeyError& error) {
      fail(key, error.what());
    }
  }

  const std::string file_, path_;  // "scene.json", "signals[2]"
  const Json& object_;
  std::vector<std::string_view> known_;
};

auto number(Range range) {
  return [range](const Json& value) { return number_in(value, range); };
}
auto hertz(Range range) {
  return [range](const Json& value) { return Hertz{number_in(value, range)}; };
}
auto decibels(Range range) {
  return [range](const Json& value) { return Decibels{number_in(value, range)}; };
}

std::string morse_text(const Json& value) {
  std::string text = text_of(value);
  if (const auto character = character_without_morse(text))
    throw KeyError(fmt::format("no Morse code for \"{}\"", *character));
  if (to_morse(text).marks.empty()) throw KeyError("has no text to send");
  return text;
}

std::size_t channel_count(const Json& value) { return static_cast<std::size_t>(count_in(value, {1, 1000})); }

Signal take_carrier(Taker&) { return Carrier{}; }

Signal take_am(Taker& keys) {
  Am am;
  keys.take("depth", am.depth, number({0, 1}));
  keys.take("tone", am.tone, hertz(kAudio));
  return am;
}

Signal take_fm(Taker& keys) {
  Fm fm;
  keys.take("deviation", fm.deviation, hertz({1, 1e6}));
  keys.take("tone", fm.tone, hertz(kAudio));
  keys.take("voice", fm.voice, yes_or_no);
  keys.take("stereo", fm.stereo, yes_or_no);
  return fm;
}

Signal take_cw(Taker& keys) {
  Cw cw;
  keys.need("text", cw.text, morse_text);
  keys.take("wpm", cw.wpm, number({1, 100}));
  keys.take("pause", cw.pause, number(kHour));
  return cw;
}

Signal take_hop(Taker& keys) {
  Hop hop;
  keys.take("channels", hop.channels, channel_count);
  keys.take("spacing", hop.spacing, hertz({1, 1e9}));
  keys.take("dwell", hop.dwell, number({kEdge, 3600}));
  keys.take("period", hop.period, number({2 * kEdge, 7200}));
  if (hop.period < hop.dwell + kEdge)
    keys.fail("period", fmt::format("is shorter than dwell and an edge of {} s", kEdge));
  return hop;
}

// Microseconds.
std::vector<double> pulse_times(const Json& value) {
  if (!value.is_array() || value.empty() || value.size() > 10'000)
    throw KeyError("takes a list of microseconds on, off, on, ...: 1 to 10000 of them");
  std::vector<double> seconds;
  for (const Json& time : value) seconds.push_back(number_in(time, {50, 10e6}) / 1e6);
  return seconds;
}

Signal take_ook(Taker& keys) {
  Ook ook;
  keys.need("pulses", ook.pulses, pulse_times);
  keys.take("pause", ook.pause, number({0.001, 3600}));
  return ook;
}

Signal take_chirp(Taker& keys) {
  Chirp chirp;
  keys.need("to", chirp.to, hertz(kFrequency));
  keys.take("duration", chirp.duration, number({0.01, 86400}));
  keys.take("pause", chirp.pause, number(kHour));
  return chirp;
}

struct Kind {
  std::string_view name;
  Signal (*take)(Taker& keys);
};
constexpr std::array<Kind, 7> kKinds{{{"carrier", take_carrier},
                                      {"am", take_am},
                                      {"fm", take_fm},
                                      {"cw", take_cw},
                                      {"hop", take_hop},
                                      {"ook", take_ook},
                                      {"chirp", take_chirp}}};

const Kind& kind_of(const Json& value) {
  std::array<std::string_view, kKinds.size()> names;
  std::ranges::transform(kKinds, names.begin(), &Kind::name);
  return *std::ranges::find(kKinds, one_of(value, names), &Kind::name);
}

Signal take_signal(const std::string& file, std::size_t number, const Json& json) {
  Taker keys(file, fmt::format("signals[{}]", number), json);
  const Kind* kind = nullptr;
  Hertz frequency;
  Decibels level;
  keys.need("kind", kind, [](const Json& value) { return &kind_of(value); });
  keys.need("frequency", frequency, hertz(kFrequency));
  keys.need("level", level, decibels(kLevel));
  Signal signal = kind->take(keys);
  keys.finish();
  std::visit([&](auto& any) { any.frequency = frequency, any.level = level; }, signal);
  return signal;
}

std::vector<Signal> take_signals(const std::string& file, const Json& list) {
  if (!list.is_array()) throw SourceError(file + ": signals: is not a list: [ ... ]");
  if (list.size() > kMostSignals) throw SourceError(fmt::format("{}: signals: more than {}", file, kMostSignals));
  std::vector<Signal> signals;
  for (const Json& json : list) signals.push_back(take_signal(file, signals.size(), json));
  return signals;
}

Imbalance take_imbalance(const std::string& file, const Json& json) {
  Taker keys(file, "imbalance", json);
  Imbalance imbalance;
  keys.take("gain", imbalance.gain, decibels({-6, 6}));
  keys.take("phase", imbalance.phase_degrees, number({-45, 45}));
  keys.finish();
  return imbalance;
}

Scene take_scene(const std::string& file, const Json& json) {
  Taker keys(file, "", json);
  Scene scene;
  keys.take("name", scene.name, text_of);
  keys.take("noise", scene.noise, decibels({-250, 0}));
  keys.take("dc", scene.dc, decibels(kLevel));
  if (keys.has("imbalance")) scene.imbalance = take_imbalance(file, keys.at("imbalance"));
  if (keys.has("signals")) scene.signals = take_signals(file, keys.at("signals"));
  keys.finish();
  return scene;
}

}  // namespace

Scene parse_scene(const std::string& text, const std::string& file_name) {
  return take_scene(file_name, parse_json_file(text, file_name));
}

Scene load_scene(const std::filesystem::path& file) {
  constexpr auto kPipePatience = std::chrono::seconds(10);  // of a program that writes it
  return take_scene(file.string(), read_json(file, kPipePatience));
}

}  // namespace spectrumd::sim
