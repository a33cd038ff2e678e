// SPDX-License-Identifier: MIT
#include "daemon/config/keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <string>
#include <vector>

#include "daemon/config/key_values.h"

namespace spectrumd {
namespace {

constexpr double kMostSeed = 9007199254740992;  // 2^53: what a JSON number carries exactly
constexpr double kMostConnections = 4000;       // below the LimitNOFILE of the unit
constexpr std::array<std::string_view, 6> kBackends{"auto", "cpu", "qpu", "opencl", "cuda", "hybrid"};
constexpr std::array<std::string_view, 5> kFormats{"auto", "cu8", "cs8", "cs16", "cf32"};
constexpr std::array<std::string_view, 5> kLogLevels{"trace", "debug", "info", "warn", "error"};
constexpr std::array<std::string_view, 3> kDetectors{"mean", "max", "min"};

std::string joined(std::span<const std::string_view> names) { return fmt::format("{}", fmt::join(names, "|")); }

// "radio.center", "--center", "HZ", "what it is".
struct Names {
  std::string_view path, flag, value, help;
};

// Where a setting lives, for reading and writing alike: a function from Settings to a reference.
#define AT(place) ([](auto& settings) -> auto& { return settings.place; })

template <class Field, class Read, class Get>
Key key(Names names, Field field, Read read, Get get) {
  return {.path = names.path,
          .flag = names.flag,
          .value = names.value,
          .help = names.help,
          .get = get,
          .set = [field, read](Settings& settings, const Json& value) { field(settings) = read(value); }};
}

template <class Field>
Key number(Names names, Field field, Range range) {
  return key(
      names, field, [range](const Json& value) { return number_in(value, range); },
      [field](const Settings& settings) { return number_json(field(settings)); });
}

template <class Field, class Read>
Key plain(Names names, Field field, Read read) {
  return key(names, field, read, [field](const Settings& settings) { return Json(field(settings)); });
}

template <class Field>
Key count(Names names, Field field, Range range) {
  return plain(names, field, [range](const Json& value) { return count_in(value, range); });
}

template <class Field>
Key choice(Names names, Field field, std::span<const std::string_view> choices) {
  return plain(names, field, [choices](const Json& value) { return one_of(value, choices); });
}

template <class Field>
Key truth(Names names, Field field) {
  return plain(names, field, yes_or_no);
}

// A number of decibels or one word for "not given".
template <class Field>
Key decibels(Names names, Field field, std::string_view word, Range range) {
  const auto read = [word, range](const Json& value) { return decibels_in(value, word, range); };
  return key(names, field, read, [field, word](const Settings& settings) {
    const std::optional<Decibels>& level = field(settings);
    return level ? number_json(level->value) : Json(word);
  });
}

Key window_key(Names names) {
  const auto read = [](const Json& value) {
    const std::string text = text_of(value);
    if (const auto window = gpufft::parse_window(text)) return *window;
    throw KeyError(fmt::format("\"{}\" is none of {}", text, fmt::join(gpufft::window_names(), ", ")));
  };
  return key(names, AT(analysis.window), read,
             [](const Settings& settings) { return Json(gpufft::to_string(settings.analysis.window)); });
}

Key detector_key(Names names) {
  const auto read = [](const Json& value) { return *parse_detector(one_of(value, kDetectors)); };
  return key(names, AT(analysis.detector), read,
             [](const Settings& settings) { return Json(to_string(settings.analysis.detector)); });
}

Key secret(Key key) {
  key.secret = true;
  return key;
}

Key tuning(Key key) {
  key.tuning = true;
  return key;
}

std::vector<Key> make_keys() {
  static const std::string windows = joined(gpufft::window_names());
  static const std::string backends = joined(kBackends);
  static const std::string formats = joined(kFormats);
  static const std::string log_levels = joined(kLogLevels);
  return {
      plain({"source", "--source", "sim|file:PATH|-", "where samples come from; - is the standard input"}, AT(source),
            source_of),
      tuning(number({"radio.center", "--center", "HZ", "frequency in the middle of the band"}, AT(tuning.center.value),
                    {0, 100e9})),
      tuning(number({"radio.rate", "--rate", "HZ", "complex samples a second, which is also the width of the band"},
                    AT(tuning.rate.value), {1e3, 100e6})),
      tuning(decibels({"radio.gain", "--gain", "auto|DB", "gain of the tuner"}, AT(tuning.gain), "auto", {-50, 100})),
      tuning(number({"radio.ppm", "--ppm", "PPM", "how much too fast the crystal runs, in millionths"}, AT(tuning.ppm),
                    {-1000, 1000})),
      tuning(
          plain({"spectrum.fft", "--fft", "POINTS", "length of the transform: 16 to 65536, powers of two to 4194304"},
                AT(analysis.fft), fft_length)),
      tuning(window_key({"spectrum.window", "--window", windows, "what is laid over the samples of a transform"})),
      tuning(number({"spectrum.hop", "--hop", "FRACTION",
                     "step from one transform to the next, as a fraction of its length: 0.5 overlaps by half"},
                    AT(analysis.hop), {0.05, 1})),
      tuning(number({"spectrum.rows", "--rows", "PER-SECOND", "rows of the waterfall a second"}, AT(analysis.rows),
                    {0.1, 100})),
      tuning(count({"spectrum.averaging", "--averaging", "ROWS", "rows the mean is smoothed over; 1 leaves them alone"},
                   AT(analysis.averaging), {1, 1000})),
      tuning(detector_key({"spectrum.detector", "--detector", "mean|max|min",
                           "which level of the transforms in a row a client gets that does not say"})),
      tuning(truth({"spectrum.remove_dc", "--remove-dc", "true|false",
                    "take away the spike in the middle that direct-conversion radios have"},
                   AT(analysis.remove_dc))),
      decibels({"spectrum.dbm_offset", "--dbm-offset", "none|DBM",
                "power of a full-scale tone at the antenna; without it levels are in dBFS"},
               AT(dbm_offset), "none", {-300, 300}),
      choice({"spectrum.backend", "--backend", backends, "what computes the transforms; auto takes the best there is"},
             AT(backend), kBackends),
      plain({"qpu.device", "--qpu-device", "real|emulated[:BOARD]",
             "the QPUs of this Raspberry Pi, in the hands of the helper, or of an emulated one"},
            AT(qpu.device), qpu_device_of),
      plain({"qpu.socket", "--qpu-socket", "PATH", "where the helper listens that drives the real QPUs"},
            AT(qpu.socket), text_of),
      count({"qpu.deadline", "--qpu-deadline", "MS",
             "how long the helper may take for a batch until the processor takes over"},
            AT(qpu.deadline_ms), {10, 60000}),
      count({"qpu.retry", "--qpu-retry", "SECONDS", "time to the next attempt after the QPUs failed"}, AT(qpu.retry_s),
            {1, 86400}),
      plain(
          {"sim.scene", "--sim-scene", "FILE", "description of the simulated band; empty for the one that is built in"},
          AT(sim.scene), text_of),
      count({"sim.seed", "--sim-seed", "NUMBER", "where the random numbers of the simulated band start"}, AT(sim.seed),
            {0, kMostSeed}),
      truth(
          {"sim.paced", "--sim-paced", "true|false", "simulate in real time; false: as fast as the samples are taken"},
          AT(sim.paced)),
      choice({"file.format", "--file-format", formats, "samples of a file; auto goes by its name, then by its content"},
             AT(file.format), kFormats),
      truth({"file.paced", "--file-paced", "true|false",
             "play a file in real time; false: as fast as the samples are taken"},
            AT(file.paced)),
      truth({"file.loop", "--file-loop", "true|false", "play a file again and again"}, AT(file.loop)),
      count({"history.memory", "--history-memory", "MIB", "memory for past rows"}, AT(history_mib), {4, 65536}),
      plain({"server.listen", "--listen", "ADDRESS:PORT",
             "where to serve; beyond this machine only with server.token or server.open"},
            AT(server.listen), listen_of),
      secret(plain({"server.token", "--token", "TEXT",
                    "what clients must know, 16 characters or more; better in the file, as flags can be seen by every "
                    "user here"},
                   AT(server.token), token_of)),
      truth({"server.public_reading", "--public-reading", "true|false",
             "with a token: reading needs none, only changes do"},
            AT(server.public_reading)),
      truth({"server.open", "--open", "true|false",
             "serve beyond this machine without a token: everybody there may retune"},
            AT(server.open)),
      plain({"server.hosts", "--hosts", "NAME,...", "names this server is called by, beside localhost and addresses"},
            AT(server.hosts), hosts_of),
      plain({"server.origins", "--origins", "ORIGIN,...", "web pages from elsewhere that may connect"},
            AT(server.origins), origins_of),
      count({"server.connections", "--connections", "NUMBER", "connections at a time"}, AT(server.connections),
            {1, kMostConnections}),
      count({"server.connections_per_address", "--connections-per-address", "NUMBER",
             "connections at a time from one address; this machine itself may have all"},
            AT(server.connections_per_address), {1, kMostConnections}),
      choice({"log.level", "--log-level", log_levels, "how much is told"}, AT(log_level), kLogLevels),
  };
}
#undef AT

}  // namespace

std::span<const Key> keys() {
  static const std::vector<Key> table = make_keys();
  return table;
}

}  // namespace spectrumd
