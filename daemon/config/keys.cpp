// SPDX-License-Identifier: MIT
#include "daemon/config/keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "daemon/config/feed_values.h"
#include "daemon/config/key_values.h"
#include "daemon/config/span_text.h"
#include "gpufft/backend.h"

namespace spectrumd {
namespace {

constexpr double kMostSeed = 9007199254740992;  // 2^53: what a JSON number carries exactly
constexpr double kMostConnections = 4000;       // below the LimitNOFILE of the unit
constexpr double kMostMib = 1e9;                // a petabyte
constexpr double kMostSeconds = 1e8;            // three years
constexpr double kMostRingSeconds = 86400;
// Of memory: a quarter of what a process has addresses for, which is 1 GiB on 32 bits.
constexpr double kMostMemoryMib = std::min<std::size_t>(65536, (SIZE_MAX >> 22) + 1);
constexpr std::uint16_t kRigctlPort = 4532, kN1mmPort = 13064;  // the usual ones
constexpr std::uint16_t kSdrangelPort = 8887, kSpyserverPort = 5555, kKiwiPort = 8073;
constexpr std::array<std::string_view, 5> kFormats{"auto", "cu8", "cs8", "cs16", "cf32"};
constexpr std::array<std::string_view, 4> kDirectSampling{"off", "i", "q", "auto"};
constexpr std::array<std::string_view, 5> kLogLevels{"trace", "debug", "info", "warn", "error"};
constexpr std::array<std::string_view, 3> kDetectors{"mean", "max", "min"};

std::string joined(std::span<const std::string_view> names) { return fmt::format("{}", fmt::join(names, "|")); }

// "radio.center", "--center", "HZ", "what it is".
struct Names {
  std::string_view path, flag, value, help;
};

// Returns a reference to a setting. Also used for reading, which changes nothing.
template <class T>
using Place = T& (*)(Settings&);
#define AT(place) (+[](Settings & settings) -> auto& { return settings.place; })

// Instantiated only once per kind of value: each costs a second of compilation.
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

Key number(Names names, Place<double> place, Range range, Units units = {}) {
  return key(
      names, place, [range, units](const Json& value) { return number_in(value, range, units); }, number_json);
}

Key hertz_key(Names names, Place<Hertz> place, Hertz (*read)(const Json&)) {
  return key(names, place, read, [](Hertz hertz) { return number_json(hertz.value); });
}

template <class T, class Read>
Key plain(Names names, Place<T> place, Read read) {
  return key(names, place, read, [](const T& value) { return Json(value); });
}

template <class T>
Key count(Names names, Place<T> place, Range range) {
  return plain(names, place, [range](const Json& value) { return static_cast<T>(count_in(value, range)); });
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
  if (const auto window = window_named(text)) return *window;
  throw KeyError(fmt::format("\"{}\" is not one of {}", text, fmt::join(gpufft::window_names(), ", ")));
}

Key window_key(Names names) {
  return key(names, AT(analysis.window), window_of,
             [](const gpufft::Window& window) { return Json(gpufft::to_string(window)); });
}

Key span_key(Names names, Place<std::optional<Span>> place) {
  return key(names, place, span_of,
             [](const std::optional<Span>& span) { return Json(span ? to_string(*span) : "none"); });
}

// Of a server in the protocol of other programs.
Key address_key(Names names, Place<std::string> place, std::uint16_t usual_port) {
  return plain(names, place, [usual_port](const Json& value) { return address_of(value, usual_port); });
}

Key detector_key(Names names) {
  const auto read = [](const Json& value) { return *parse_detector(one_of(value, kDetectors)); };
  return key(names, AT(analysis.detector), read, [](Detector detector) { return Json(to_string(detector)); });
}

Key secret(Key key) {
  key.secret = true;
  return key;
}

Key called(Key key, std::vector<std::string_view> synonyms) {
  key.synonyms = std::move(synonyms);
  return key;
}

Key tuning(Key key) {
  key.tuning = true;
  return key;
}

Key basic(Key key) {
  key.basic = true;
  return key;
}

std::string backends_help() {
  std::vector<std::string_view> names;
  for (const gpufft::Backend* backend : gpufft::backends()) names.push_back(backend->name());
  return fmt::format("what computes the FFTs: {}; auto measures each alone and uses the fastest",
                     fmt::join(names, ", "));
}

std::vector<Key> make_keys() {
  static const std::string window_help = fmt::format("FFT window: {}", fmt::join(gpufft::window_names(), ", "));
  static const std::string backend_help = backends_help();
  static const std::string formats = joined(kFormats);
  static const std::string direct_sampling = joined(kDirectSampling);
  static const std::string log_levels = joined(kLogLevels);
  return {
      basic(plain({"source", "--source", "KIND[:WHICH]",
                   "sample source: auto, sim, rtlsdr[:serial=S|path=P|index=N], soapy:DEVICE, rtl_tcp:HOST[:PORT], "
                   "file:PATH, or - for standard input"},
                  AT(source), source_of)),
      plain({"profile", "--profile", "NAME", "profile of the configuration to use; empty: none"}, AT(profile), text_of),
      called(basic(tuning(
                 hertz_key({"radio.center", "--center", "HZ", "center frequency"}, AT(tuning.center), center_of))),
             {"freq", "frequency", "f"}),
      called(basic(tuning(hertz_key({"radio.rate", "--rate", "HZ", "sample rate, which is also the width of the band"},
                                    AT(tuning.rate), rate_of))),
             {"samplerate", "samp-rate", "sps", "s"}),
      called(basic(tuning(
                 decibels({"radio.gain", "--gain", "auto|DB", "tuner gain"}, AT(tuning.gain), "auto", {-50, 100}))),
             {"g"}),
      called(tuning(number({"radio.ppm", "--ppm", "PPM",
                            "frequency correction in parts per million, positive if the crystal is fast"},
                           AT(tuning.ppm), {-1000, 1000})),
             {"correction", "p"}),
      tuning(span_key({"radio.span", "--span", "none|FROM:TO",
                       "band to receive instead of center; swept if wider than three quarters of the rate"},
                      AT(tuning.span))),
      tuning(
          number({"radio.dwell", "--dwell", "SECONDS", "time on each hop of a sweep"}, AT(tuning.dwell), {0.001, 10})),
      called(tuning(number({"radio.offset", "--offset", "HZ",
                            "frequency at the radio minus frequency at the antenna: 125M with a Ham It Up converter, "
                            "-9750M with the LNB for QO-100; with invert the sum of both"},
                           AT(tuning.conversion.offset.value), {-kMostFrequency, kMostFrequency}, kHertz)),
             {"lnb", "lo", "shift", "converter", "transverter"}),
      tuning(truth({"radio.invert", "--invert", "true|false",
                    "the converter inverts the spectrum: its oscillator is above the band, or an IF is tapped"},
                   AT(tuning.conversion.invert))),
      truth({"radio.remember", "--remember", "true|false",
             "start with the tuning that was in use last, unless the configuration has changed since"},
            AT(remember)),
      basic(tuning(plain({"spectrum.fft", "--fft", "POINTS", "FFT length: 16 to 65536, powers of two up to 4194304"},
                         AT(analysis.fft), fft_length))),
      tuning(window_key({"spectrum.window", "--window", "NAME", window_help})),
      tuning(number({"spectrum.hop", "--hop", "FRACTION",
                     "step from one FFT to the next as a fraction of its length: 0.5 is 50 % overlap"},
                    AT(analysis.hop), {0.05, 1})),
      basic(tuning(number({"spectrum.rows", "--rows", "PER-SECOND", "waterfall rows per second"}, AT(analysis.rows),
                          {0.1, 100}))),
      tuning(
          count({"spectrum.averaging", "--averaging", "ROWS", "rows the mean is smoothed over; 1 disables smoothing"},
                AT(analysis.averaging), {1, 1000})),
      tuning(detector_key(
          {"spectrum.detector", "--detector", "mean|max|min", "detector for clients that do not request one"})),
      tuning(truth(
          {"spectrum.remove_dc", "--remove-dc", "true|false", "remove the DC spike of direct-conversion receivers"},
          AT(analysis.remove_dc))),
      decibels({"spectrum.dbm_offset", "--dbm-offset", "none|DBM",
                "antenna power of a full-scale tone; without it levels are in dBFS"},
               AT(dbm_offset), "none", {-300, 300}),
      basic(plain({"spectrum.backend", "--backend", "auto|NAME[:DEVICE]", backend_help}, AT(backend), backend_of)),
      plain({"qpu.device", "--qpu-device", "real|emulated[:BOARD]",
             "this Raspberry Pi's QPUs, through the helper, or emulated ones"},
            AT(qpu.device), qpu_device_of),
      plain({"qpu.socket", "--qpu-socket", "PATH", "socket of the helper that drives the real QPUs"}, AT(qpu.socket),
            text_of),
      count({"qpu.deadline", "--qpu-deadline", "MS", "time limit for a batch on a device before the CPU takes over"},
            AT(qpu.deadline_ms), {10, 60000}),
      count({"qpu.retry", "--qpu-retry", "SECONDS", "time before a failed device is retried"}, AT(qpu.retry_s),
            {1, 86400}),
      plain({"sim.scene", "--sim-scene", "FILE", "description of the simulated band; empty: the built-in one"},
            AT(sim.scene), text_of),
      count({"sim.seed", "--sim-seed", "NUMBER", "random seed of the simulated band"}, AT(sim.seed), {0, kMostSeed}),
      truth({"sim.paced", "--sim-paced", "true|false", "simulate in real time; false: as fast as possible"},
            AT(sim.paced)),
      choice(
          {"file.format", "--file-format", formats, "sample format of a file; auto: from its name, then its content"},
          AT(file.format), kFormats),
      truth({"file.paced", "--file-paced", "true|false", "play a file in real time; false: as fast as possible"},
            AT(file.paced)),
      truth({"file.loop", "--file-loop", "true|false", "repeat a file endlessly"}, AT(file.loop)),
      truth({"rtlsdr.bias_tee", "--bias-tee", "true|false",
             "put 4.5 V on the antenna connector for an external amplifier"},
            AT(rtlsdr.bias_tee)),
      choice({"rtlsdr.direct_sampling", "--direct-sampling", direct_sampling,
              "bypass the tuner and sample pin I or Q; auto: Q below the tuner's range"},
             AT(rtlsdr.direct_sampling), kDirectSampling),
      truth(
          {"rtlsdr.offset_tuning", "--offset-tuning", "true|false", "offset tuning, which avoids the DC spike (E4000)"},
          AT(rtlsdr.offset_tuning)),
      number({"rtlsdr.bandwidth", "--tuner-bandwidth", "HZ", "bandwidth of the tuner filter; 0: automatic"},
             AT(rtlsdr.bandwidth.value), {0, 8e6}, kHertz),
      truth({"rtlsdr.agc", "--rtl-agc", "true|false", "digital AGC of the RTL2832, after the tuner"}, AT(rtlsdr.agc)),
      truth({"rtlsdr.test_mode", "--rtl-test-mode", "true|false",
             "test mode: a counter instead of samples, to detect losses"},
            AT(rtlsdr.test_mode)),
      plain({"soapy.antenna", "--antenna", "NAME", "antenna of a SoapySDR device; empty: its default"},
            AT(soapy.antenna), text_of),
      plain({"soapy.gains", "--gains", "NAME=DB,...", "individual gain elements of a SoapySDR device"}, AT(soapy.gains),
            list_of),
      choice({"soapy.format", "--soapy-format", formats, "sample format of a SoapySDR device; auto: its native one"},
             AT(soapy.format), kFormats),
      count({"soapy.channel", "--channel", "NUMBER", "channel of a SoapySDR device"}, AT(soapy.channel), {0, 63}),
      count({"history.memory", "--history-memory", "MIB", "memory for row history"}, AT(history_mib),
            {4, kMostMemoryMib}),
      plain({"history.folder", "--history", "FOLDER|none",
             "folder for the history on disk; empty: in the service's state directory, none without one"},
            AT(history_disk.folder), text_of),
      count({"history.disk", "--history-disk", "MIB",
             "limit on the history on disk; 0: 4 GiB or a tenth of the disk, whichever is less"},
            AT(history_disk.disk_mib), {0, kMostMib}),
      count({"history.flush", "--history-flush", "SECONDS",
             "time after which a row of the history is on the disk: what a power cut costs"},
            AT(history_disk.flush_seconds), {10, 300}),
      plain({"history.shares", "--history-shares", "PERCENT,...",
             "shares of history.disk for the levels of 1 s, 10 s, 1 min, 10 min and 2 h"},
            AT(history_disk.shares), shares_of),
      number({"ring.seconds", "--ring-seconds", "SECONDS",
              "how far back a recording may begin: samples of the band are kept in memory for as long; 0: none"},
             AT(ring_seconds), {0, kMostRingSeconds}),
      count({"channels.limit", "--channels-limit", "COUNT", "channels open at a time: listeners, IQ streams"},
            AT(channels.limit), {0, 1000}),
      number({"zoom.limit", "--zoom-limit", "SHARE", "share of a core for finer rows of zoomed views; 0: none"},
             AT(zoom_limit), {0, 16}),
      plain({"recordings.folder", "--recordings", "FOLDER",
             "recordings folder; empty: recordings in the service's state directory or the user's data directory"},
            AT(recordings.folder), text_of),
      count({"recordings.quota", "--recordings-quota", "MIB", "limit on the total size of recordings"},
            AT(recordings.quota_mib), {1, kMostMib}),
      count({"recordings.disk_floor", "--disk-floor", "MIB", "free disk space that recordings leave"},
            AT(recordings.disk_floor_mib), {0, kMostMib}),
      count({"recordings.longest", "--longest-recording", "SECONDS", "maximum length of a recording"},
            AT(recordings.longest_seconds), {1, kMostSeconds}),
      count({"recordings.buffer", "--recordings-buffer", "SECONDS",
             "how long the disk may stall before a recording loses samples"},
            AT(recordings.buffer_seconds), {2, 120}),
      plain(
          {"watch.folder", "--watch", "FOLDER|none",
           "folder of rules, alarms and their evidence; empty: history in the service's state directory or the user's "
           "data directory; none: nothing is watched"},
          AT(watch.folder), text_of),
      count({"watch.evidence", "--watch-evidence", "MIB", "limit on the evidence of all alarms; 0: none is kept"},
            AT(watch.evidence_mib), {0, kMostMib}),
      plain({"watch.command", "--watch-command", "PROGRAM,ARGUMENT,...",
             "program that rules may run, and its arguments, with placeholders like {frequency_hz}; no shell"},
            AT(watch.command), list_of),
      plain({"watch.sendmail", "--sendmail", "PROGRAM", "program that sends mail of rules, called with -t -oi"},
            AT(watch.sendmail), text_of),
      called(basic(plain({"server.listen", "--listen", "ADDRESS:PORT",
                          "address and port to listen on; other machines only with server.token or server.open"},
                         AT(server.listen), listen_of)),
             {"port", "address", "bind"}),
      basic(secret(plain({"server.token", "--token", "TEXT",
                          "access token, 16 characters or more; better in the file, as flags are visible to every "
                          "user here"},
                         AT(server.token), token_of))),
      truth({"server.public_reading", "--public-reading", "true|false", "with a token: require it for changes only"},
            AT(server.public_reading)),
      basic(truth({"server.open", "--open", "true|false", "listen on the network without a token: anyone can retune"},
                  AT(server.open))),
      plain({"server.share", "--share", "rtl_tcp=[ADDRESS:]PORT",
             "share the samples through an rtl_tcp server; without an address for this machine only"},
            AT(server.share), share_of),
      truth({"server.share_control", "--share-control", "true|false",
             "rtl_tcp clients may tune as well; from other machines only with server.open"},
            AT(server.share_control)),
      truth({"server.share_channels", "--share-channels", "true|false",
             "give each rtl_tcp client its center and rate within the band; the radio stays where it is"},
            AT(server.share_channels)),
      plain({"server.hosts", "--hosts", "NAME,...",
             "host names of this server, in addition to those of the machine, localhost and addresses"},
            AT(server.hosts), hosts_of),
      plain({"server.origins", "--origins", "ORIGIN,...", "origins of other web pages that may connect"},
            AT(server.origins), origins_of),
      truth({"server.announce", "--announce", "true|false",
             "announce the server in the local network (mDNS), if other machines can reach it"},
            AT(server.announce)),
      count({"server.connections", "--connections", "NUMBER", "maximum number of connections"}, AT(server.connections),
            {1, kMostConnections}),
      count({"server.connections_per_address", "--connections-per-address", "NUMBER",
             "maximum number of connections from one address; this machine: 7/8 of all"},
            AT(server.connections_per_address), {1, kMostConnections}),
      count({"server.memory", "--server-memory", "MIB", "memory for responses being sent to all clients"},
            AT(server.memory_mib), {4, std::min(4096.0, kMostMemoryMib)}),
      plain({"users.folder", "--users", "FOLDER|none",
             "folder of the people whom `spectrumd user` lets in; empty: the service's state directory or the user's "
             "data directory; none: there are none"},
            AT(users.folder), text_of),
      count({"users.dial_seconds", "--dial-seconds", "SECONDS",
             "time without a change after which the dial goes to the next user"},
            AT(users.dial_seconds), {5, 3600}),
      address_key(
          {"feeds.rigctl", "--rigctl", "PORT|ADDRESS[:PORT]",
           "control the dial like a transceiver: a server of Hamlib's rigctld protocol; port 4532 unless given"},
          AT(feeds.rigctl), kRigctlPort),
      truth({"feeds.rigctl_control", "--rigctl-control", "true|false",
             "rigctl clients may tune the radio, not only the dial within the band; from other machines only with "
             "server.open"},
            AT(feeds.rigctl_control)),
      plain({"feeds.n1mm", "--n1mm", "HOST[:PORT]",
             "send traces to the spectrum display of N1MM Logger+ there; port 13064 unless given"},
            AT(feeds.n1mm), [](const Json& value) { return server_of(value, kN1mmPort); }),
      span_key({"feeds.n1mm_band", "--n1mm-band", "none|FROM:TO", "the part of the band to send; none: all of it"},
               AT(feeds.n1mm_band)),
      plain({"feeds.n1mm_name", "--n1mm-name", "TEXT", "name of the source to select in N1MM Logger+"},
            AT(feeds.n1mm_name), text_of),
      plain({"feeds.spots", "--spots", "FROM,...",
             "flag stations: wsjtx[:ADDRESS:PORT] listens to WSJT-X, dxcluster:HOST[:PORT] connects to a DX cluster; "
             "a URL or file:PATH is JSON of PSK Reporter, POTA or SOTA"},
            AT(feeds.spots), spot_sources_of),
      plain({"feeds.callsign", "--callsign", "CALL", "yours, for DX clusters"}, AT(feeds.callsign), callsign_of),
      plain({"feeds.mqtt", "--mqtt", "URL",
             "publish state, signals, noise floor and events to an MQTT broker: mqtt[s]://[USER@]HOST[:PORT][/PREFIX]"},
            AT(feeds.mqtt), mqtt_of),
      secret(plain({"feeds.mqtt_password", "--mqtt-password", "TEXT", "of the user in feeds.mqtt; better in the file"},
                   AT(feeds.mqtt_password), text_of)),
      plain({"feeds.mqtt_ca", "--mqtt-ca", "FILE",
             "certificates that sign the broker's, for mqtts; empty: those of the system"},
            AT(feeds.mqtt_ca), text_of),
      plain({"feeds.mqtt_discovery", "--mqtt-discovery", "PREFIX", "of Home Assistant's discovery; empty: none"},
            AT(feeds.mqtt_discovery), text_of),
      truth({"feeds.mqtt_control", "--mqtt-control", "true|false", "messages to PREFIX/set/... may tune the radio"},
            AT(feeds.mqtt_control)),
      plain({"feeds.mqtt_look", "--mqtt-look", "TOPIC",
             "topic that a fleet shares: requests there to measure a range are answered under PREFIX/look; empty: off"},
            AT(feeds.mqtt_look), topic_of),
      address_key({"feeds.sdrangel", "--sdrangel", "PORT|ADDRESS[:PORT]",
                   "serve the spectrum by WebSocket as SDRangel does; port 8887 unless given"},
                  AT(feeds.sdrangel), kSdrangelPort),
      address_key({"feeds.spyserver", "--spyserver", "PORT|ADDRESS[:PORT]",
                   "serve SDR#, SDR++ and other clients of SpyServer with IQ and spectra of their choice; port 5555 "
                   "unless given"},
                  AT(feeds.spyserver), kSpyserverPort),
      truth({"feeds.spyserver_control", "--spyserver-control", "true|false",
             "SpyServer clients may tune the radio, not only their channel; from other machines only with server.open"},
            AT(feeds.spyserver_control)),
      address_key({"feeds.kiwi", "--kiwi", "PORT|ADDRESS[:PORT]",
                   "serve the waterfall as a KiwiSDR does, for kiwirecorder; port 8073 unless given"},
                  AT(feeds.kiwi), kKiwiPort),
      plain({"feeds.follow", "--follow", "RIG:HOST[:PORT]",
             "follow a transceiver's dial: rigctld:HOST, flrig:HOST or tci:HOST; ports 4532, 12345 and 40001 unless "
             "given"},
            AT(feeds.follow), followed_rig_of),
      plain({"feeds.follow_if", "--follow-if", "none|HZ,...",
             "the followed rig's IF that the radio receives: 68.33M, 68.33M- if inverted, 68.33M@0:30M for a range of "
             "its dial; none: the antenna"},
            AT(feeds.follow_if), if_taps_of),
      number({"feeds.follow_pitch", "--follow-pitch", "HZ",
              "the CW pitch, where the followed rig's IF is higher by it in CW and lower in CW reverse; negative: the "
              "other way round"},
             AT(feeds.follow_pitch.value), {-3000, 3000}, kHertz),
      truth({"feeds.follow_control", "--follow-control", "true|false", "clicks on the page tune the followed rig"},
            AT(feeds.follow_control)),
      plain({"feeds.influx", "--influx", "URL",
             "write figures to InfluxDB: http[s]://[USER@]HOST[:PORT]/write?db=NAME or "
             ".../api/v2/write?org=NAME&bucket=NAME"},
            AT(feeds.influx), influx_of),
      secret(plain({"feeds.influx_token", "--influx-token", "TEXT",
                    "API token of InfluxDB 2, or password of the user in feeds.influx; better in the file"},
                   AT(feeds.influx_token), text_of)),
      count({"feeds.influx_seconds", "--influx-seconds", "SECONDS", "time from one write to InfluxDB to the next"},
            AT(feeds.influx_seconds), {1, 3600}),
      plain(
          {"report.store", "--report-store", "URL,...",
           "report to databases of a fleet: postgresql://[USER@]HOST[:PORT]/DATABASE; `spectrumd fleet init` prepares "
           "one"},
          AT(report.store), report_stores_of),
      secret(plain({"report.password", "--report-password", "TEXT", "of the user in report.store; better in the file"},
                   AT(report.password), text_of)),
      plain({"report.name", "--report-name", "TEXT", "of this receiver in the fleet; empty: that of the machine"},
            AT(report.name), text_of),
      plain({"report.locator", "--report-locator", "LOCATOR",
             "where this receiver is, for the map of a hub: 4, 6 or 8 characters such as JO62QM; empty: not reported"},
            AT(report.locator), locator_of),
      plain({"report.levels", "--report-levels", "LEVEL,...",
             "rows of the history to report: 1s, 10s, 1min, 10min, 2h; alarms: those of 1 s near alarms"},
            AT(report.levels), report_levels_of),
      count({"report.rate", "--report-rate", "KIB",
             "per second of what could not be sent during an outage; new rows come first"},
            AT(report.rate_kib), {1, kMostMib}),
      plain({"hub.reach", "--reach", "NAME=URL,...",
             "receivers that a hub asks for evidence and live rows: NAME in the fleet, or its number, and "
             "http[s]://HOST[:PORT]"},
            AT(hub.reach), reached_of),
      secret(plain({"hub.tokens", "--reach-tokens", "[NAME=]TOKEN,...",
                    "of a viewer there, of one or of all others; better in the file"},
                   AT(hub.tokens), reach_tokens_of)),
      choice({"log.level", "--log-level", log_levels, "log verbosity"}, AT(log_level), kLogLevels),
  };
}
#undef AT

}  // namespace

std::span<const Key> keys() {
  static const std::vector<Key> table = make_keys();
  return table;
}

}  // namespace spectrumd
