// SPDX-License-Identifier: MIT
#include "daemon/config/keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "daemon/config/key_values.h"
#include "gpufft/backend.h"

namespace spectrumd {
namespace {

constexpr double kMostSeed = 9007199254740992;  // 2^53: what a JSON number carries exactly
constexpr double kMostConnections = 4000;       // below the LimitNOFILE of the unit
constexpr double kMostMib = 1e9;                // a petabyte
constexpr double kMostSeconds = 1e8;            // three years
constexpr std::array<std::string_view, 5> kFormats{"auto", "cu8", "cs8", "cs16", "cf32"};
constexpr std::array<std::string_view, 4> kDirectSampling{"off", "i", "q", "auto"};
constexpr std::array<std::string_view, 5> kLogLevels{"trace", "debug", "info", "warn", "error"};
constexpr std::array<std::string_view, 3> kDetectors{"mean", "max", "min"};

std::string joined(std::span<const std::string_view> names) { return fmt::format("{}", fmt::join(names, "|")); }

// "radio.center", "--center", "HZ", "what it is".
struct Names {
  std::string_view path, flag, value, help;
};

// Where a setting lives. Also used to read, which changes nothing.
template <class T>
using Place = T& (*)(Settings&);
#define AT(place) (+[](Settings & settings) -> auto& { return settings.place; })

// Few of these are instantiated, one for each kind of value: each costs a second of compilation.
template <class T, class Read, class Write>
Key key(Names names, Place<T> place, Read read, Write write) {
  return {
      .path = names.path,
      .flag = names.flag,
      .value = names.value,
      .help = names.help,
      .get = [place, write](const Settings& settings) -> Json { return write(place(const_cast<Settings&>(settings))); },
      .set = [place, read](Settings& settings, const Json& value) { place(settings) = read(value); }};
}

Key number(Names names, Place<double> place, Range range) {
  return key(
      names, place, [range](const Json& value) { return number_in(value, range); }, number_json);
}

template <class T, class Read>
Key plain(Names names, Place<T> place, Read read) {
  return key(names, place, read, [](const T& value) { return Json(value); });
}

template <class T>
Key count(Names names, Place<T> place, Range range) {
  return plain(names, place, [range](const Json& value) { return count_in(value, range); });
}

Key choice(Names names, Place<std::string> place, std::span<const std::string_view> choices) {
  return plain(names, place, [choices](const Json& value) { return one_of(value, choices); });
}

Key truth(Names names, Place<bool> place) { return plain(names, place, yes_or_no); }

// A number of decibels or one word for "not given".
Key decibels(Names names, Place<std::optional<Decibels>> place, std::string_view word, Range range) {
  return key(
      names, place, [word, range](const Json& value) { return decibels_in(value, word, range); },
      [word](const std::optional<Decibels>& level) { return level ? number_json(level->value) : Json(word); });
}

gpufft::Window window_of(const Json& value) {
  const std::string text = text_of(value);
  if (const auto window = gpufft::parse_window(text)) return *window;
  throw KeyError(fmt::format("\"{}\" is none of {}", text, fmt::join(gpufft::window_names(), ", ")));
}

Key window_key(Names names) {
  return key(names, AT(analysis.window), window_of,
             [](const gpufft::Window& window) { return Json(gpufft::to_string(window)); });
}

Key span_key(Names names) {
  return key(names, AT(tuning.span), span_of, [](const std::optional<Span>& span) {
    return Json(span ? fmt::format("{}:{}", format_number(span->from.value), format_number(span->to.value)) : "none");
  });
}

Key detector_key(Names names) {
  const auto read = [](const Json& value) { return *parse_detector(one_of(value, kDetectors)); };
  return key(names, AT(analysis.detector), read, [](Detector detector) { return Json(to_string(detector)); });
}

Key secret(Key key) {
  key.secret = true;
  return key;
}

Key tuning(Key key) {
  key.tuning = true;
  return key;
}

std::string backends_help() {
  std::vector<std::string_view> names;
  for (const gpufft::Backend* backend : gpufft::backends()) names.push_back(backend->name());
  return fmt::format("what computes the transforms, in this build {}; auto measures them and takes the cheapest",
                     fmt::join(names, ", "));
}

std::vector<Key> make_keys() {
  static const std::string window_help =
      fmt::format("what is laid over the samples of a transform: {}", fmt::join(gpufft::window_names(), ", "));
  static const std::string backend_help = backends_help();
  static const std::string formats = joined(kFormats);
  static const std::string direct_sampling = joined(kDirectSampling);
  static const std::string log_levels = joined(kLogLevels);
  return {
      plain({"source", "--source", "KIND[:WHICH]",
             "where samples come from: sim, rtlsdr[:serial=S|path=P|index=N], soapy:DEVICE, rtl_tcp:HOST[:PORT], "
             "file:PATH, or - "
             "for the standard input"},
            AT(source), source_of),
      tuning(number({"radio.center", "--center", "HZ", "frequency in the middle of the band"}, AT(tuning.center.value),
                    {0, 100e9})),
      tuning(number({"radio.rate", "--rate", "HZ", "complex samples a second, which is also the width of the band"},
                    AT(tuning.rate.value), {1e3, 100e6})),
      tuning(decibels({"radio.gain", "--gain", "auto|DB", "gain of the tuner"}, AT(tuning.gain), "auto", {-50, 100})),
      tuning(number({"radio.ppm", "--ppm", "PPM", "how much too fast the crystal runs, in millionths"}, AT(tuning.ppm),
                    {-1000, 1000})),
      tuning(span_key({"radio.span", "--span", "none|FROM:TO",
                       "what to receive instead of center; wider than three quarters of the rate it is swept"})),
      tuning(
          number({"radio.dwell", "--dwell", "SECONDS", "time on each hop of a sweep"}, AT(tuning.dwell), {0.001, 10})),
      tuning(
          plain({"spectrum.fft", "--fft", "POINTS", "length of the transform: 16 to 65536, powers of two to 4194304"},
                AT(analysis.fft), fft_length)),
      tuning(window_key({"spectrum.window", "--window", "NAME", window_help})),
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
      plain({"spectrum.backend", "--backend", "auto|NAME[:DEVICE]", backend_help}, AT(backend), backend_of),
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
      truth(
          {"rtlsdr.bias_tee", "--bias-tee", "true|false", "feed 4.5 V into the antenna socket, for an amplifier there"},
          AT(rtlsdr.bias_tee)),
      choice({"rtlsdr.direct_sampling", "--direct-sampling", direct_sampling,
              "receive without the tuner, by the pin I or Q; auto: by Q what lies below the tuner's reach"},
             AT(rtlsdr.direct_sampling), kDirectSampling),
      truth({"rtlsdr.offset_tuning", "--offset-tuning", "true|false",
             "keep the middle free of the tuner's spike (E4000)"},
            AT(rtlsdr.offset_tuning)),
      number({"rtlsdr.bandwidth", "--tuner-bandwidth", "HZ", "of the tuner's filter; 0: as wide as the rate"},
             AT(rtlsdr.bandwidth.value), {0, 8e6}),
      truth({"rtlsdr.agc", "--rtl-agc", "true|false", "automatic gain of the RTL2832, behind that of the tuner"},
            AT(rtlsdr.agc)),
      truth({"rtlsdr.test_mode", "--rtl-test-mode", "true|false",
             "a counter instead of samples: finds what is lost on the way"},
            AT(rtlsdr.test_mode)),
      plain({"soapy.antenna", "--antenna", "NAME", "which antenna a SoapySDR device uses; empty: its own choice"},
            AT(soapy.antenna), text_of),
      plain({"soapy.gains", "--gains", "NAME=DB,...", "gain elements of a SoapySDR device, each by itself"},
            AT(soapy.gains), list_of),
      choice({"soapy.format", "--soapy-format", formats, "samples asked of a SoapySDR device; auto: its native ones"},
             AT(soapy.format), kFormats),
      count({"soapy.channel", "--channel", "NUMBER", "which channel of a SoapySDR device"}, AT(soapy.channel), {0, 63}),
      count({"history.memory", "--history-memory", "MIB", "memory for past rows"}, AT(history_mib), {4, 65536}),
      plain({"recordings.folder", "--recordings", "FOLDER",
             "where recordings go; empty: recordings in what the service manager or the desktop keeps for programs"},
            AT(recordings.folder), text_of),
      count({"recordings.quota", "--recordings-quota", "MIB", "room for all recordings together"},
            AT(recordings.quota_mib), {1, kMostMib}),
      count({"recordings.disk_floor", "--disk-floor", "MIB", "what recordings leave free on their disk"},
            AT(recordings.disk_floor_mib), {0, kMostMib}),
      count({"recordings.longest", "--longest-recording", "SECONDS", "after which a recording ends by itself"},
            AT(recordings.longest_seconds), {1, kMostSeconds}),
      count({"recordings.buffer", "--recordings-buffer", "SECONDS",
             "how long the disk may stall before samples are lost"},
            AT(recordings.buffer_seconds), {2, 120}),
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
      plain({"server.share", "--share", "rtl_tcp=[ADDRESS:]PORT",
             "give the samples to programs that speak rtl_tcp; without an address to those on this machine"},
            AT(server.share), share_of),
      truth({"server.share_control", "--share-control", "true|false",
             "programs that take samples may also tune; beyond this machine only with server.open"},
            AT(server.share_control)),
      plain({"server.hosts", "--hosts", "NAME,...", "names this server is called by, beside localhost and addresses"},
            AT(server.hosts), hosts_of),
      plain({"server.origins", "--origins", "ORIGIN,...", "web pages from elsewhere that may connect"},
            AT(server.origins), origins_of),
      count({"server.connections", "--connections", "NUMBER", "connections at a time"}, AT(server.connections),
            {1, kMostConnections}),
      count({"server.connections_per_address", "--connections-per-address", "NUMBER",
             "connections at a time from one address; this machine itself may have 7/8 of all"},
            AT(server.connections_per_address), {1, kMostConnections}),
      count({"server.memory", "--server-memory", "MIB", "memory for answers being sent, all clients together"},
            AT(server.memory_mib), {4, 4096}),
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
