// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/config/units.h"
#include "gpufft/window.h"

namespace spectrumd {

// A range of the spectrum.
struct Span {
  Hertz from, to;
  friend bool operator==(const Span&, const Span&) = default;
};

// What stands between the antenna and the radio: an up- or down-converter, a transverter, the IF of a receiver. Signals
// at F at the antenna are at F + offset at the radio, or at offset - F if the spectrum is inverted; offset then is the
// frequency of the converter's oscillator.
struct Conversion {
  Hertz offset{0};
  bool invert = false;

  friend bool operator==(const Conversion&, const Conversion&) = default;
};

// The requested state of the radio, in frequencies of the antenna. An empty gain is automatic gain.
struct Tuning {
  Hertz center{100e6};
  Hertz rate{2.4e6};
  std::optional<Decibels> gain;
  double ppm = 0;
  std::optional<Span> span;  // if wider than the rate it is swept; overrides center
  double dwell = 0.02;       // seconds on each hop of a sweep
  Conversion conversion;

  friend bool operator==(const Tuning&, const Tuning&) = default;
};

enum class Detector : std::uint8_t { Mean = 1, Max = 2, Min = 4 };  // bits of a detector set on the wire
std::string_view to_string(Detector detector);                      // "mean", as written everywhere
std::optional<Detector> parse_detector(std::string_view name);

// How its samples are analysed.
struct Analysis {
  std::size_t fft = 4096;
  gpufft::Window window;
  double hop = 1.0;           // fraction of a frame, 0 < hop <= 1
  double rows = 20;           // per second
  std::size_t averaging = 1;  // rows the mean is smoothed over; 1 leaves every row alone
  bool remove_dc = true;
  Detector detector = Detector::Mean;  // for clients that do not request one

  friend bool operator==(const Analysis&, const Analysis&) = default;
};

struct SimSettings {
  std::string scene;  // path of a scene; empty: the built-in one
  std::uint64_t seed = 1;
  bool paced = true;  // real time, or as fast as it is taken

  friend bool operator==(const SimSettings&, const SimSettings&) = default;
};

struct FileSettings {
  std::string format = "auto";  // auto cu8 cs8 cs16 cf32; auto: from the name, then the content
  bool paced = true;
  bool loop = false;

  friend bool operator==(const FileSettings&, const FileSettings&) = default;
};

struct RtlsdrSettings {
  bool bias_tee = false;                // feeds 4.5 V into the antenna socket
  std::string direct_sampling = "off";  // off, i, q; auto: q below what the tuner reaches
  bool offset_tuning = false;
  Hertz bandwidth{0};  // of the tuner's filter; 0: as wide as the rate
  bool agc = false;    // of the RTL2832, after the tuner
  bool test_mode = false;

  friend bool operator==(const RtlsdrSettings&, const RtlsdrSettings&) = default;
};

struct SoapySettings {
  std::string antenna;             // empty: the default of the driver
  std::vector<std::string> gains;  // "LNA=28": individual gain elements
  std::string format = "auto";     // auto cu8 cs8 cs16 cf32; auto: native to the device, if present at the start
  std::size_t channel = 0;

  friend bool operator==(const SoapySettings&, const SoapySettings&) = default;
};

struct RecordingSettings {
  std::string folder;              // empty: the place of the system for such data
  std::uint64_t quota_mib = 2048;  // for all recordings together
  std::uint64_t disk_floor_mib = 512;
  std::uint64_t longest_seconds = 3600;
  std::uint64_t buffer_seconds = 8;  // how long the disk may stall before a recording loses samples

  friend bool operator==(const RecordingSettings&, const RecordingSettings&) = default;
};

// The history on disk.
struct HistoryDiskSettings {
  std::string folder;                // empty: in the state directory of the service, if it is one; "none": none
  std::uint64_t disk_mib = 0;        // for all levels together; 0: 4 GiB or a tenth of the disk, whichever is less
  std::uint64_t flush_seconds = 60;  // a row is on the disk after at most this
  std::vector<unsigned> shares{48, 20, 22, 8, 2};  // of the levels, in percent

  friend bool operator==(const HistoryDiskSettings&, const HistoryDiskSettings&) = default;
};

// Rules, alarms and what is measured for them.
struct WatchSettings {
  std::string folder;                // of the book and the evidence; empty: the place of the system, "none": no watch
  std::uint64_t evidence_mib = 512;  // for all evidence together; 0: none is kept
  std::vector<std::string> command;  // program and arguments that rules may run
  std::string sendmail = "/usr/sbin/sendmail";

  friend bool operator==(const WatchSettings&, const WatchSettings&) = default;
};

struct ChannelLimits {
  std::size_t limit = 64;  // channels at a time

  friend bool operator==(const ChannelLimits&, const ChannelLimits&) = default;
};

// What serves other programs in their own protocols.
struct FeedSettings {
  std::string rigctl;           // "ADDRESS:PORT"; empty: none
  bool rigctl_control = false;  // its clients may tune the radio, and not only the dial within the band
  std::string n1mm;             // "HOST:PORT" of N1MM+'s spectrum display; empty: none
  std::optional<Span> n1mm_band;
  std::string n1mm_name = "spectrumd";  // what its user selects
  std::vector<std::string> spots;       // where they come from: "wsjtx:ADDRESS:PORT", "dxcluster:HOST:PORT"
  std::string callsign;                 // for DX clusters
  std::string mqtt;                     // "mqtt[s]://[USER@]HOST:PORT/PREFIX" of a broker; empty: none
  std::string mqtt_password;
  std::string mqtt_ca;  // file with the certificates that sign the broker's; empty: the system's
  std::string mqtt_discovery = "homeassistant";  // prefix of Home Assistant's discovery; empty: none
  std::string mqtt_look;                         // topic of requests to measure, shared by a fleet; empty: off
  bool mqtt_control = false;                     // messages may tune
  std::string sdrangel;                          // "ADDRESS:PORT" of an SDRangel spectrum server; empty: none
  std::string spyserver;                         // "ADDRESS:PORT" of a SpyServer; empty: none
  bool spyserver_control = false;                // its clients may tune the radio
  std::string kiwi;                              // "ADDRESS:PORT" of a KiwiSDR's waterfall; empty: none
  std::string follow;                            // "rigctld:HOST:PORT": the rig to follow; empty: none
  std::vector<std::string> follow_if;            // its IF that the radio receives, "68.33M-@0:30M"; empty: none
  Hertz follow_pitch;                            // what the rig's IF is higher by in CW; negative: lower
  bool follow_control = true;                    // clicks on the page tune the rig
  std::string influx;                            // URL to write to, "http://HOST:PORT/write?db=NAME"; empty: none
  std::string influx_token;                      // or the password of the user in the URL
  std::size_t influx_seconds = 10;               // from one write to the next

  friend bool operator==(const FeedSettings&, const FeedSettings&) = default;
};

// Databases of a fleet that this receiver reports to.
struct ReportSettings {
  std::vector<std::string> store;  // URLs, "postgresql://[USER@]HOST[:PORT]/DATABASE[?...]"; empty: none
  std::string password;            // of the users in them; empty: of a passfile
  std::string name;                // of this receiver; empty: that of the machine
  std::string locator;             // where it is, "JO62qm"; empty: that is not reported
  std::vector<std::string> levels{"1min", "10s", "alarms"};  // of the history; alarms: rows of 1 s near them
  std::uint64_t rate_kib = 256;                              // per second, of what an outage has left

  friend bool operator==(const ReportSettings&, const ReportSettings&) = default;
};

// Receivers of a fleet that a hub asks for what its database has not: evidence, and rows as they come. Only who runs
// the hub says which: what receivers report of themselves is not trusted.
struct HubSettings {
  std::vector<std::string> reach;   // "NAME=http://HOST:PORT", the name or the number of a receiver
  std::vector<std::string> tokens;  // "NAME=TOKEN", or "TOKEN" for all others

  friend bool operator==(const HubSettings&, const HubSettings&) = default;
};

struct ServerSettings {
  std::string listen = "127.0.0.1:8088";
  std::string token;                 // if set, required for everything but the page itself
  bool public_reading = false;       // with a token: required for changes only
  bool open = false;                 // listen beyond loopback without a token
  std::string share;                 // "rtl_tcp=ADDRESS:PORT" for an rtl_tcp server; empty: none
  bool share_control = false;        // its clients may tune
  bool share_channels = false;       // each of them has a channel of the band, at a center and a rate of its choice
  bool announce = true;              // in the local network, where others can reach it
  std::vector<std::string> hosts;    // host names of this server besides those of the machine
  std::vector<std::string> origins;  // other web origins that may connect
  std::size_t connections = 512;
  std::size_t connections_per_address = 32;  // loopback, where a reverse proxy sits, has 7/8 of all
  std::size_t memory_mib = 32;               // for all responses being sent

  friend bool operator==(const ServerSettings&, const ServerSettings&) = default;
};

// People, each with a token and a role.
struct UserSettings {
  std::string folder;             // of their file; empty: the place of the system, "none": there are none
  std::size_t dial_seconds = 60;  // time without a change after which the dial is free for the next

  friend bool operator==(const UserSettings&, const UserSettings&) = default;
};

// The QPUs of a Raspberry Pi, if requested as backend.
struct QpuSettings {
  std::string device = "real";                       // or an emulated one
  std::string socket = "/run/spectrumd-qpu/socket";  // of the helper that drives the real QPUs
  std::size_t deadline_ms = 200;                     // for a batch; then the processor takes over
  std::size_t retry_s = 60;                          // after trouble

  friend bool operator==(const QpuSettings&, const QpuSettings&) = default;
};

// The first stick, as soon as there is one; and the simulated band that a user sees instead meanwhile.
inline constexpr std::string_view kAutoSource = "auto", kDemoSource = "auto:demo";

// A named set of settings: paths of keys and their values as JSON, valid as it was read.
struct Profile {
  std::string name;
  std::vector<std::pair<std::string, std::string>> values;

  friend bool operator==(const Profile&, const Profile&) = default;
};

struct Settings {
  std::string source = std::string(kAutoSource);
  std::string profile;  // in use; empty: none
  std::vector<Profile> profiles;
  Tuning tuning;
  bool remember = false;  // a start continues with the last tuning
  Analysis analysis;
  std::optional<Decibels> dbm_offset;  // dBm of a full-scale tone; levels are dBFS without it
  std::string backend = "auto";
  QpuSettings qpu;
  SimSettings sim;
  FileSettings file;
  RtlsdrSettings rtlsdr;
  SoapySettings soapy;
  std::size_t history_mib = 64;
  HistoryDiskSettings history_disk;
  double ring_seconds = 2;  // of the band's samples that are kept, so that a recording may begin in the past; 0: none
  ChannelLimits channels;
  double zoom_limit = 0.25;  // share of a core for the rows of zoomed views
  RecordingSettings recordings;
  WatchSettings watch;
  ServerSettings server;
  UserSettings users;
  FeedSettings feeds;
  ReportSettings report;
  HubSettings hub;
  std::string log_level = "info";

  friend bool operator==(const Settings&, const Settings&) = default;
};

}  // namespace spectrumd
