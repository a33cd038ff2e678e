// SPDX-License-Identifier: MIT
#include "daemon/sources/source_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "command_line/nearest.h"
#include "daemon/config/keys.h"
#include "daemon/sources/conversion.h"
#include "daemon/sources/converted_source.h"
#include "daemon/sources/device/device_source.h"
#include "daemon/sources/file/file_source.h"
#include "daemon/sources/rtl_tcp/rtl_tcp_device.h"
#include "daemon/sources/rtlsdr/any_stick.h"
#include "daemon/sources/rtlsdr/rtlsdr_device.h"
#include "daemon/sources/rtlsdr/stick_list.h"
#include "daemon/sources/rtlsdr/tuner_limits.h"
#include "daemon/sources/sim/sim_source.h"
#include "daemon/sources/soapy/soapy_device.h"

namespace spectrumd {
namespace {

void refuse_argument(std::string_view argument, std::string_view name, std::string_view way_out) {
  if (!argument.empty())
    throw SourceError(fmt::format("source {}: takes no argument, but has \"{}\"{}", name, argument, way_out));
}

std::unique_ptr<IqSource> open_auto(std::string_view argument, const Settings& settings) {
  if (settings.source == kDemoSource) return std::make_unique<SimSource>(settings);
  refuse_argument(argument, "auto", "; name the radio itself, as in rtlsdr:serial=00000001");
  return std::make_unique<DeviceSource>(any_stick_kind(settings), settings.tuning);
}

std::unique_ptr<IqSource> open_sim(std::string_view argument, const Settings& settings) {
  refuse_argument(argument, "sim", "; set the scene with sim.scene");
  return std::make_unique<SimSource>(settings);
}

std::unique_ptr<IqSource> open_file(std::string_view argument, const Settings& settings) {
  if (argument.empty()) throw SourceError("source file: has no path; write file:PATH");
  return std::make_unique<FileSource>(std::string(argument), settings);
}

std::unique_ptr<IqSource> open_stdin(std::string_view argument, const Settings& settings) {
  refuse_argument(argument, "-", "");
  return std::make_unique<FileSource>(FileSource::kStdin, settings);
}

template <DeviceKind (*kind)(std::string_view, const Settings&)>
std::unique_ptr<IqSource> open_device(std::string_view argument, const Settings& settings) {
  return std::make_unique<DeviceSource>(kind(argument, settings), settings.tuning);
}

// Recordings are in frequencies of the antenna.
Settings without_conversion(Settings settings) {
  settings.tuning.conversion = {};
  return settings;
}

bool converts_short_waves(std::string_view source) {
  try {
    return converts_short_waves(parse_stick_choice(source.substr(std::min(source.find(':'), source.size() - 1) + 1)));
  } catch (const SourceError&) {  // reported when it is opened
    return false;
  }
}

// Looks at the sticks only where it depends on them: with direct sampling it does not.
Span reach_of_stick(const Settings& settings) {
  const bool depends = settings.rtlsdr.direct_sampling == "off" && needs_upconverter(settings.tuning, settings.rtlsdr);
  return rtl_reach(settings.tuning, settings.rtlsdr, depends && converts_short_waves(settings.source));
}

constexpr std::array<std::string_view, 5> kStickSettings{"rtlsdr.bias_tee", "rtlsdr.agc", "rtlsdr.direct_sampling",
                                                         "rtlsdr.bandwidth", "rtlsdr.offset_tuning"};
constexpr std::span<const std::string_view> kRtlTcpSettings = std::span(kStickSettings).first(3);  // of its protocol
constexpr std::array<std::string_view, 2> kSoapySettings{"soapy.antenna", "soapy.gains"};

constexpr std::array<SourceKind, 7> kKinds{{
    {"auto", "auto", "the first RTL-SDR stick, as soon as there is one", open_auto, reach_of_stick, true,
     kStickSettings},
    {"rtlsdr", "rtlsdr[:serial=S|path=P|index=N]", "an RTL-SDR stick, through librtlsdr", open_device<rtlsdr_kind>,
     reach_of_stick, true, kStickSettings},
    {"soapy", "soapy:DEVICE", "any radio that SoapySDR has a module for: soapy:driver=airspy", open_device<soapy_kind>,
     nullptr, true, kSoapySettings},
    {"rtl_tcp", "rtl_tcp:HOST[:PORT]", "an RTL-SDR elsewhere, behind rtl_tcp or another spectrumd",
     open_device<rtl_tcp_kind>, nullptr, true, kRtlTcpSettings},
    {"sim", "sim", "a simulated band, no radio needed", open_sim},
    {"file", "file:PATH", "a recording: raw cu8, cs8, cs16 or cf32, SigMF, WAV", open_file, nullptr, false},
    {"-", "-", "raw samples from the standard input, cu8 unless file.format says otherwise", open_stdin},
}};

std::string_view name_of(std::string_view source) { return source.substr(0, source.find(':')); }

const SourceKind* find_kind(std::string_view source) {
  const auto* const kind = std::ranges::find(kKinds, name_of(source), &SourceKind::name);
  return kind == kKinds.end() ? nullptr : kind;
}

SourceError unknown_kind(std::string_view name) {
  std::vector<std::string_view> names;
  std::string usages;
  for (const SourceKind& kind : kKinds) {
    names.push_back(kind.name);
    usages += fmt::format("\n  {:<32} {}", kind.usage, kind.description);
  }
  const auto near = command_line::nearest(name, names);
  return SourceError(fmt::format("source \"{}\" is unknown{}; this build has{}", name,
                                 near ? fmt::format(", did you mean {}?", *near) : "", usages));
}

}  // namespace

std::span<const SourceKind> source_kinds() { return kKinds; }

std::unique_ptr<IqSource> open_source(const Settings& settings) {
  const std::string_view source = settings.source;
  const SourceKind* const kind = find_kind(source);
  if (!kind) throw unknown_kind(name_of(source));
  const std::string_view argument = source.substr(std::min(name_of(source).size() + 1, source.size()));
  const auto open = [&](const Settings& converted) { return kind->open(argument, converted); };
  return std::make_unique<ConvertedSource>(open, kind->converted ? settings : without_conversion(settings));
}

const SourceKind* source_kind(const Settings& settings) {
  return find_kind(settings.source == kDemoSource ? "sim" : std::string_view(settings.source));
}

Span reach_of(const Settings& settings) {
  const SourceKind* const kind = find_kind(settings.source);
  return kind && kind->reach ? at_antenna(kind->reach(settings), settings.tuning.conversion) : kAnywhere;
}

}  // namespace spectrumd
