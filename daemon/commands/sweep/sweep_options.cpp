// SPDX-License-Identifier: MIT
#include "daemon/commands/sweep/sweep_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "daemon/config/key_values.h"

namespace spectrumd {
namespace {

using command_line::Accept, command_line::Arguments, command_line::into, command_line::Option, command_line::UsageError;

constexpr std::string_view kHead =
    "spectrumd sweep -f LOW:HIGH:BIN [FLAGS] [FILE]   measures a frequency range; writes rtl_power CSV\n";
constexpr std::string_view kFoot =
    "\nWithout -d or --source it is the first RTL-SDR; without a radio it ends with 1, as rtl_power does.\n"
    "All long flags of spectrumd are accepted as well: --source sim, --config FILE, ...";

int seconds_of(const std::string& text) {
  const auto seconds = parse_seconds(text);
  if (!seconds || *seconds > 1e9) throw std::invalid_argument(text + " is not a duration such as 10s, 5m or 1h");
  return static_cast<int>(std::lround(*seconds));
}

double fraction_of(std::string text) {
  const bool percent = text.ends_with('%');
  if (percent) text.pop_back();
  const auto value = parse_number(text);
  if (!value) throw std::invalid_argument(text + " is not a fraction such as 20% or 0.2");
  return *value / (percent ? 100 : 1);
}

gpufft::Window window_of(const std::string& name) {
  if (const auto window = window_named(name)) return *window;
  throw std::invalid_argument(
      fmt::format("{} is not a window; expected one of {}", name, fmt::join(gpufft::window_names(), ", ")));
}

// Numbers below a hundred are stick indexes, everything else is a serial or a source.
std::string source_of_device(const std::string& text) {
  if (text.find(':') != std::string::npos || text == "sim") return text;
  const bool number = !text.empty() && text.size() <= 2 && text.find_first_not_of("0123456789") == std::string::npos;
  return fmt::format("rtlsdr:{}={}", number ? "index" : "serial", text);
}

template <class Value, class Read>
Accept into(Value& target, Read read) {
  return [&target, read](const std::string& text, bool) { target = read(text); };
}

// The whole command line.
struct Line {
  SweepOptions options;
  std::string range;
  double crop = 0;
  bool filtered = false;
  std::vector<std::string> files;

  void set(std::string_view flag, std::string text) {
    options.settings.overrides.push_back({&*std::ranges::find(keys(), flag, &Key::flag), std::move(text)});
  }
  bool has(std::string_view flag) const {
    const auto is_it = [flag](const Flags::Override& given) { return given.key->flag == flag; };
    return std::ranges::any_of(options.settings.overrides, is_it);
  }
};

// The flags of rtl_power.
std::vector<Option> short_flags(Line& line) {
  SweepOptions& options = line.options;
  const auto sets = [&line](std::string_view flag) {
    return [&line, flag](const std::string& text, bool) { line.set(flag, text); };
  };
  const auto sets_to = [&line](std::string_view flag, const char* text) {
    return [&line, flag, text](const std::string&, bool) { line.set(flag, text); };
  };
  return {
      {"-f LOW:HIGH:BIN", "range and maximum bin width: 88M:108M:125k", into(line.range)},
      {"-i TIME", "interval between reports: 10 (default), 5m, 1h", into(options.interval, seconds_of)},
      {"-1", "exit after one report", into(options.single)},
      {"-e TIME", "exit after this time: 1h; default: run until stopped", into(options.run_time, seconds_of)},
      {"-d DEVICE", "a stick's number or serial, or a source such as soapy:driver=airspy",
       [&line](const std::string& text, bool) { line.set("--source", source_of_device(text)); }},
      {"-g DB", "gain; default: automatic", sets("--gain")},
      {"-p PPM", "frequency correction", sets("--ppm")},
      {"-w NAME",
       "hamming, blackman, blackman-harris, hann-poisson, bartlett, youssef, hann, flattop or kaiser; default: "
       "rectangle",
       into(options.window, window_of)},
      {"-c FRACTION", "fraction of each hop to discard at its edges: 20%", into(line.crop, fraction_of)},
      {"-P", "peak hold instead of the mean", into(options.peak_hold)},
      {"-D", "direct sampling", sets_to("--direct-sampling", "i")},
      {"-O", "offset tuning", sets_to("--offset-tuning", "true")},
      {"-T", "bias-tee", sets_to("--bias-tee", "true")},
      // Its filters let less through next to the band; here nothing gets through in either case.
      {"-F TAPS", "decimate by a power of two like rtl_power; not needed against leakage", into(line.filtered)},
      {"-s SMOOTHING", "accepted for compatibility, no effect"},  // it smooths nothing either
      {"-t THREADS", "accepted for compatibility, no effect"},
  };
}

std::vector<Option> own_flags(Line& line) {
  SweepOptions& options = line.options;
  return {
      {"--compat", "repeat the last level of each line, like rtl_power", into(options.compat)},
      {"--daemon",
       "use the rows of the running spectrumd, whatever its radio; default: only if it has the "
       "requested stick",
       into(options.from_daemon)},
      {"--url ADDRESS", "use the rows of the spectrumd there: http://pi.local:8088",
       [&options](const std::string& text, bool) {
         options.url = text;
         options.from_daemon = true;
       }},
      {"--config FILE", "", into(options.settings.config)},
      {"[FILE]", "or - for standard output", into(line.files)},
  };
}

std::vector<Option> settings_flags(Line& line) {
  std::vector<Option> options;
  for (const Key& key : keys())
    options.push_back({.spec = fmt::format("{} {}", key.flag, key.value),
                       .accept = [&](const std::string& text, bool) { line.set(key.flag, text); }});
  return options;
}

void add(Arguments& arguments, std::vector<Option> options) {
  for (Option& option : options) option.repeats = true;  // the last counts
  arguments.add(std::move(options));
}

}  // namespace

SweepOptions parse_sweep_options(Arguments& arguments) {
  Line line;
  for (const auto& flags : {short_flags(line), own_flags(line), settings_flags(line)}) add(arguments, flags);
  arguments.add({{"-h, --help", "this text", [&arguments](auto&&...) { throw UsageError(arguments.help()); }}});
  arguments.help_head = kHead;
  arguments.help_foot = kFoot;
  arguments.parse();
  if (line.range.empty()) throw UsageError("No frequency range provided.");
  try {
    line.options.plan = plan_survey(line.range, line.crop, line.filtered);
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
  if (!line.files.empty()) line.options.file = line.files.front();
  line.options.interval = std::max(1, line.options.interval);
  if (!line.has("--source")) line.set("--source", "auto");  // not that of the configuration: rtl_power wants a stick
  return std::move(line.options);
}

}  // namespace spectrumd
