// SPDX-License-Identifier: MIT
#include "daemon/feeds/rigctl/rig_commands.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "daemon/config/plain_text.h"
#include "daemon/config/version.h"

namespace spectrumd {
namespace {

// Widths that a width of 0 stands for.
struct KnownMode {
  std::string_view name;
  int width_hz;
};
constexpr std::array kModes{
    KnownMode{"AM", 6000},     KnownMode{"CW", 500},       KnownMode{"USB", 2400},     KnownMode{"LSB", 2400},
    KnownMode{"RTTY", 300},    KnownMode{"FM", 15000},     KnownMode{"WFM", 230000},   KnownMode{"CWR", 500},
    KnownMode{"RTTYR", 300},   KnownMode{"AMS", 6000},     KnownMode{"PKTLSB", 2400},  KnownMode{"PKTUSB", 2400},
    KnownMode{"PKTFM", 15000}, KnownMode{"ECSSUSB", 2400}, KnownMode{"ECSSLSB", 2400}, KnownMode{"FAX", 2400},
    KnownMode{"SAM", 6000},    KnownMode{"SAL", 6000},     KnownMode{"SAH", 6000},     KnownMode{"DSB", 6000},
    KnownMode{"FMN", 8000},    KnownMode{"PKTAM", 6000},   KnownMode{"P25", 12500},    KnownMode{"DSTAR", 6250},
    KnownMode{"DPMR", 6250},   KnownMode{"NXDN-VN", 6250}, KnownMode{"NXDN-N", 12500}, KnownMode{"DCR", 6250},
    KnownMode{"AMN", 3000},    KnownMode{"PSK", 500},      KnownMode{"PSKR", 500},     KnownMode{"C4FM", 12500},
    KnownMode{"SPEC", 0},      KnownMode{"CWN", 250},      KnownMode{"IQ", 0},         KnownMode{"ISBUSB", 2400},
    KnownMode{"ISBLSB", 2400}};

constexpr std::array<std::string_view, 13> kVfos{"VFOA", "VFOB", "VFOC", "Main",    "Sub", "MainA", "MainB",
                                                 "SubA", "SubB", "MEM",  "currVFO", "VFO", "RX"};
constexpr std::array<std::string_view, 6> kOurVfos{"VFOA", "Main", "MainA", "currVFO", "VFO", "RX"};

// What a client asks about the receiver when it opens it. In the order and form of netrigctl's version 1.
constexpr std::string_view kState =
    "1\n2\n0\n"
    "1000.000000 300000000000.000000 0x2ef -1 -1 0x1 0x0\n0 0 0 0 0 0 0\n"  // ranges of the receiver
    "0 0 0 0 0 0 0\n"                                                       // and of the transmitter
    "0x2ef 1\n0 0\n"                                                        // tuning steps
    "0x2ef 0\n0 0\n"                                                        // filters
    "0\n0\n0\n0\n\n\n"                       // RIT, XIT, IF shift, announces, preamps, attenuators
    "0x0\n0x0\n0x40000000\n0x0\n0x0\n0x0\n"  // of levels it has the strength
    "vfo_ops=0x0\nptt_type=0x0\ntargetable_vfo=0x0\nhas_set_vfo=0\nhas_get_vfo=1\nhas_set_freq=1\nhas_get_freq=1\n"
    "has_set_conf=0\nhas_get_conf=0\nhas_power2mW=0\nhas_mW2power=0\ntimeout=1000\nrig_model=2\n"
    "rigctld_version=spectrumd\ndone";

RigAnswer one(std::string_view key, std::string text) { return {.values = {{key, std::move(text)}}}; }
RigAnswer failed(RigError error) { return {.error = error}; }

std::string whole_hertz(Hertz frequency) { return fmt::format("{:.0f}", frequency.value); }

template <typename Names>
RigAnswer list(const Names& names) {
  return {.values = {{"", fmt::format("{}", fmt::join(names, " "))}}, .reported = true};
}

RigAnswer get_frequency(const RigRequest& request) { return one("Frequency", whole_hertz(request.rig.frequency())); }

RigAnswer set_frequency(const RigRequest& request) {
  const auto hz = plain_number<double>(request.words[0]);
  if (!hz || *hz <= 0) return failed(RigError::Invalid);
  return failed(request.rig.tune({*hz}, request.address));
}

RigAnswer get_mode(const RigRequest& request) {
  const RigMode mode = request.rig.mode();
  return {.values = {{"Mode", mode.name}, {"Passband", std::to_string(mode.width_hz)}}};
}

std::vector<std::string_view> mode_names() {
  std::vector<std::string_view> names;
  for (const KnownMode& mode : kModes) names.push_back(mode.name);
  return names;
}

// A width of 0 is the usual one of the mode, -1 leaves it.
RigAnswer set_mode(const RigRequest& request) {
  if (request.words[0] == "?") return list(mode_names());
  const auto known = std::ranges::find(kModes, request.words[0], &KnownMode::name);
  const auto width = plain_number<double>(request.words[1]);
  if (known == kModes.end() || !width || *width < -1 || *width > 1e9) return failed(RigError::Invalid);
  const int hz = static_cast<int>(*width);
  request.rig.set_mode({.name = request.words[0],
                        .width_hz = hz > 0    ? hz
                                    : hz == 0 ? known->width_hz
                                              : request.rig.mode().width_hz});
  return {};
}

RigAnswer get_modes(const RigRequest&) { return list(mode_names()); }

RigAnswer get_vfo(const RigRequest&) { return one("VFO", "VFOA"); }

RigAnswer set_vfo(const RigRequest& request) {
  if (request.words[0] == "?") return list(kOurVfos);
  return failed(std::ranges::count(kOurVfos, request.words[0]) > 0 ? RigError::None : RigError::NotAvailable);
}

RigAnswer get_vfo_info(const RigRequest& request) {
  const RigMode mode = request.rig.mode();
  return {.values = {{"Freq", whole_hertz(request.rig.frequency())},
                     {"Mode", mode.name},
                     {"Width", std::to_string(mode.width_hz)},
                     {"Split", "0"},
                     {"SatMode", "0"}}};
}

RigAnswer get_split(const RigRequest&) { return {.values = {{"Split", "0"}, {"TX VFO", "VFOA"}}}; }
RigAnswer get_split_frequency(const RigRequest& request) {
  return one("TX Frequency", whole_hertz(request.rig.frequency()));
}
RigAnswer get_split_mode(const RigRequest& request) {
  const RigMode mode = request.rig.mode();
  return {.values = {{"TX Mode", mode.name}, {"TX Passband", std::to_string(mode.width_hz)}}};
}

RigAnswer get_level(const RigRequest& request) {
  if (request.words[0] == "?") return list(std::array{"STRENGTH"});
  const auto strength = request.words[0] == "STRENGTH" ? request.rig.strength_db() : std::nullopt;
  return strength ? one("", fmt::format("{:.0f}", *strength)) : failed(RigError::NotAvailable);
}

// What a receiver has none of, in its state of rest.
RigAnswer get_ptt(const RigRequest&) { return one("PTT", "0"); }
RigAnswer get_dcd(const RigRequest&) { return one("DCD", "0"); }
RigAnswer get_rit(const RigRequest&) { return one("RIT", "0"); }
RigAnswer get_xit(const RigRequest&) { return one("XIT", "0"); }
RigAnswer get_step(const RigRequest&) { return one("Tuning Step", "1"); }
// Hamlib 4.5 takes a refusal for a lock, and then sets no mode.
RigAnswer get_lock(const RigRequest&) { return one("Locked", "0"); }
RigAnswer get_power(const RigRequest&) { return one("Power Status", "1"); }

// May be set to the state of rest, so that clients that do so as they start continue.
RigAnswer stay_off(const RigRequest& request) {
  return failed(plain_number<double>(request.words.back()) == 0 ? RigError::None : RigError::NotAvailable);
}
RigAnswer stay_unsplit(const RigRequest& request) {
  return failed(plain_number<double>(request.words[0]) == 0 ? RigError::None : RigError::NotAvailable);
}
RigAnswer stay_on(const RigRequest& request) {
  return failed(plain_number<double>(request.words[0]) == 1 ? RigError::None : RigError::NotAvailable);
}

RigAnswer refuse(const RigRequest&) { return failed(RigError::NotAvailable); }
RigAnswer list_none(const RigRequest& request) {
  return request.words[0] == "?" ? list(std::array<std::string_view, 0>{}) : failed(RigError::NotAvailable);
}

RigAnswer get_info(const RigRequest&) { return one("Info", fmt::format("spectrumd {}", version())); }
RigAnswer dump_state(const RigRequest&) { return one("", std::string(kState)); }
RigAnswer dump_caps(const RigRequest&) {
  return one("", fmt::format("Hamlib version:\tspectrumd {}\nModel name:\tspectrumd\nCan set power stat:\tN\n"
                             "Can get VFO:\tY\nCan send Morse:\tN\nCan send Voice:\tN",
                             version()));
}

constexpr char kDcd = '\x8b';  // codes that some programs send instead of a name
constexpr char kSetCtcssSquelch = '\x90', kGetCtcssSquelch = '\x91';

constexpr std::array kCommands{RigCommand{'f', "get_freq", 0, true, get_frequency},
                               RigCommand{'F', "set_freq", 1, true, set_frequency},
                               RigCommand{'m', "get_mode", 0, true, get_mode},
                               RigCommand{'M', "set_mode", 2, true, set_mode},
                               RigCommand{'v', "get_vfo", 0, false, get_vfo},
                               RigCommand{'V', "set_vfo", 1, false, set_vfo},
                               RigCommand{'s', "get_split_vfo", 0, true, get_split},
                               RigCommand{'S', "set_split_vfo", 2, true, stay_unsplit},
                               RigCommand{'i', "get_split_freq", 0, true, get_split_frequency},
                               RigCommand{'I', "set_split_freq", 1, true, refuse},
                               RigCommand{'x', "get_split_mode", 0, true, get_split_mode},
                               RigCommand{'X', "set_split_mode", 2, true, refuse},
                               RigCommand{'t', "get_ptt", 0, true, get_ptt},
                               RigCommand{'T', "set_ptt", 1, true, stay_off},
                               RigCommand{'l', "get_level", 1, true, get_level},
                               RigCommand{'L', "set_level", 2, true, list_none},
                               RigCommand{'u', "get_func", 1, true, list_none},
                               RigCommand{'U', "set_func", 2, true, stay_off},
                               RigCommand{'p', "get_parm", 1, false, list_none},
                               RigCommand{'P', "set_parm", 2, false, list_none},
                               RigCommand{'j', "get_rit", 0, true, get_rit},
                               RigCommand{'J', "set_rit", 1, true, stay_off},
                               RigCommand{'z', "get_xit", 0, true, get_xit},
                               RigCommand{'Z', "set_xit", 1, true, stay_off},
                               RigCommand{'n', "get_ts", 0, true, get_step},
                               RigCommand{'N', "set_ts", 1, true, refuse},
                               RigCommand{'_', "get_info", 0, false, get_info},
                               RigCommand{'1', "dump_caps", 0, false, dump_caps},
                               RigCommand{0, "dump_state", 0, false, dump_state},
                               RigCommand{0, "get_powerstat", 0, false, get_power},
                               RigCommand{0, "set_powerstat", 1, false, stay_on},
                               RigCommand{0, "get_lock_mode", 0, false, get_lock},
                               RigCommand{0, "set_lock_mode", 1, false, stay_off},
                               RigCommand{0, "get_vfo_info", 1, false, get_vfo_info},
                               RigCommand{0, "get_modes", 0, false, get_modes},
                               RigCommand{kDcd, "get_dcd", 0, true, get_dcd},
                               RigCommand{kGetCtcssSquelch, "get_ctcss_sql", 0, true, refuse},
                               RigCommand{kSetCtcssSquelch, "set_ctcss_sql", 1, true, refuse}};

}  // namespace

const RigCommand* find_rig_command(char letter) {
  const auto found = std::ranges::find(kCommands, letter, &RigCommand::letter);
  return letter != 0 && found != kCommands.end() ? &*found : nullptr;
}

const RigCommand* find_rig_command(std::string_view name) {
  const auto found = std::ranges::find(kCommands, name, &RigCommand::name);
  return found == kCommands.end() ? nullptr : &*found;
}

bool is_vfo(std::string_view word) { return std::ranges::count(kVfos, word) > 0; }

}  // namespace spectrumd
