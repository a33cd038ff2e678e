// SPDX-License-Identifier: MIT
#include "daemon/sources/file/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <system_error>

#include "daemon/sources/iq_source.h"

namespace spectrumd {
namespace {

using gpufft::SampleFormat;

struct FormatName {
  std::string_view name;
  SampleFormat format;
};

constexpr std::array<FormatName, 4> kFormats{{{"cu8", SampleFormat::Cu8},
                                              {"cs8", SampleFormat::Cs8},
                                              {"cs16", SampleFormat::Cs16},
                                              {"cf32", SampleFormat::Cf32}}};

// Unambiguous extensions only: .iq, .bin and .raw are used for all formats.
constexpr std::array<FormatName, 9> kExtensions{{{".cu8", SampleFormat::Cu8},
                                                 {".u8", SampleFormat::Cu8},
                                                 {".cs8", SampleFormat::Cs8},
                                                 {".s8", SampleFormat::Cs8},
                                                 {".cs16", SampleFormat::Cs16},
                                                 {".s16", SampleFormat::Cs16},
                                                 {".cf32", SampleFormat::Cf32},
                                                 {".fc32", SampleFormat::Cf32},
                                                 {".cfile", SampleFormat::Cf32}}};

std::optional<SampleFormat> find(std::span<const FormatName> names, std::string_view name) {
  const auto found = std::ranges::find(names, name, &FormatName::name);
  return found == names.end() ? std::nullopt : std::optional(found->format);
}

SampleFormat raw_format(const std::filesystem::path& path, const std::string& asked) {
  if (const auto format = find(kFormats, asked)) return *format;
  if (const auto format = format_of_extension(path)) return *format;
  if (path == "-") return SampleFormat::Cu8;  // what rtl_sdr writes
  throw SourceError(fmt::format("{}: unknown sample format; set file.format to cu8, cs8, cs16 or cf32", path.string()));
}

}  // namespace

std::optional<SampleFormat> format_of_extension(const std::filesystem::path& path) {
  return find(kExtensions, lower_case(path.extension().string()));
}

std::string_view to_string(SampleFormat format) {
  return std::ranges::find(kFormats, format, &FormatName::format)->name;
}

Time moved(Time time, std::chrono::nanoseconds by) {
  if (by > kLatestTime - time) return kLatestTime;
  if (by < kEarliestTime - time) return kEarliestTime;
  return time + by;
}

Time after_samples(Time start, std::uint64_t samples, Hertz rate) {
  const double nanoseconds = static_cast<double>(samples) / rate.value * 1e9;
  constexpr auto kMost = static_cast<double>((kLatestTime - kEarliestTime).count());
  return moved(start, std::chrono::nanoseconds(std::llround(std::min(nanoseconds, kMost))));
}

Recording find_recording(const std::filesystem::path& path, const Settings& settings) {
  if (path == "-") return raw_recording(path, settings);
  if (is_sigmf(path)) return read_sigmf(path, settings.tuning);
  std::error_code error;
  if (!exists(path, error)) (void)Input::open(path);  // knows how to say it
  const bool format_said = settings.file.format != "auto";
  if (path.extension() == ".wav" || (!format_said && is_wav(path))) return read_wav(path, settings.tuning);
  return raw_recording(path, settings);
}

Recording raw_recording(const std::filesystem::path& path, const Settings& settings) {
  return {.container = "raw",
          .data = path,
          .format = raw_format(path, settings.file.format),
          .rate = settings.tuning.rate,
          .gain = settings.tuning.gain,
          .captures = {{.first_sample = 0, .center = settings.tuning.center, .time = std::nullopt}}};
}

}  // namespace spectrumd
