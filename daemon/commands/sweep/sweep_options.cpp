// SPDX-License-Identifier: MIT
#include "daemon/commands/sweep/sweep_options.h"

#include <fmt/format.h>
#include <getopt.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace spectrumd {
namespace {

// Beyond the letters of the short flags; the keys follow.
enum LongFlag { kCompat = 1000, kDaemon, kUrl, kConfig, kFirstKey };

[[noreturn]] void refuse(const std::string& reason) { throw SweepUsageError(reason); }

int seconds_of(const char* text) {
  const auto seconds = parse_seconds(text);
  if (!seconds || *seconds > 1e9) refuse(fmt::format("{}: no time such as 10s, 5m or 1h", text));
  return static_cast<int>(std::lround(*seconds));
}

double fraction_of(std::string text) {
  const bool percent = text.ends_with('%');
  if (percent) text.pop_back();
  const auto value = parse_number(text);
  if (!value) refuse(fmt::format("{}: no fraction such as 20% or 0.2", text));
  return *value / (percent ? 100 : 1);
}

gpufft::Window window_of(const std::string& name) {
  if (const auto window = gpufft::parse_window(name)) return *window;
  refuse(fmt::format("-w {}: no such window; there are {}", name, fmt::join(gpufft::window_names(), ", ")));
}

// Numbers below a hundred count the sticks, everything else is a serial or a source of its own.
std::string source_of_device(const std::string& text) {
  if (text.find(':') != std::string::npos || text == "sim") return text;
  const bool number = !text.empty() && text.size() <= 2 && text.find_first_not_of("0123456789") == std::string::npos;
  return fmt::format("rtlsdr:{}={}", number ? "index" : "serial", text);
}

std::vector<option> long_flags() {
  std::vector<option> flags{{"compat", no_argument, nullptr, kCompat},
                            {"daemon", no_argument, nullptr, kDaemon},
                            {"url", required_argument, nullptr, kUrl},
                            {"config", required_argument, nullptr, kConfig},
                            {"help", no_argument, nullptr, 'h'}};
  int value = kFirstKey;
  for (const Key& key : keys()) flags.push_back({key.flag.substr(2).data(), required_argument, nullptr, value++});
  flags.push_back({});
  return flags;
}

class Parser {
 public:
  SweepOptions parse(int count, char** arguments) {
    const auto flags = long_flags();
    optind = 0;  // from the start, whatever was parsed before
    opterr = 0;
    for (int flag = 0;
         (flag = getopt_long(count, arguments, "f:i:s:t:d:g:p:e:w:c:F:1PDOhT", flags.data(), nullptr)) >= 0;)
      take(flag, optarg ? optarg : "", count > 1 ? arguments[std::max(1, optind - 1)] : "");
    if (range_.empty()) refuse("No frequency range provided.");
    try {
      options_.plan = plan_survey(range_, crop_, filtered_);
    } catch (const std::invalid_argument& error) {
      refuse(error.what());
    }
    if (optind < count) options_.file = arguments[optind];
    options_.interval = std::max(1, options_.interval);
    if (!has("--source")) set("--source", "rtlsdr");  // it is rtl_power that is replaced
    return std::move(options_);
  }

 private:
  void take(int flag, const char* text, const char* word) {
    switch (flag) {
      case 'f':
        range_ = text;
        break;
      case 'i':
        options_.interval = seconds_of(text);
        break;
      case 'e':
        options_.run_time = seconds_of(text);
        break;
      case 'd':
        set("--source", source_of_device(text));
        break;
      case 'g':
        set("--gain", text);
        break;
      case 'p':
        set("--ppm", text);
        break;
      case 'w':
        options_.window = window_of(text);
        break;
      case 'c':
        crop_ = fraction_of(text);
        break;
      case '1':
        options_.single = true;
        break;
      case 'P':
        options_.peak_hold = true;
        break;
      case 'D':
        set("--direct-sampling", "i");
        break;
      case 'O':
        set("--offset-tuning", "true");
        break;
      case 'T':
        set("--bias-tee", "true");
        break;
      case 's':  // it smooths nothing either
      case 't':  // one thread is enough
        break;
      case 'F':  // its filters let less through beside the band; here nothing gets through in either case
        filtered_ = true;
        break;
      case 'h':
        refuse(sweep_help());
      case kCompat:
        options_.compat = true;
        break;
      case kDaemon:
        options_.from_daemon = true;
        break;
      case kUrl:
        options_.url = text;
        options_.from_daemon = true;
        break;
      case kConfig:
        options_.settings.config = text;
        break;
      case '?':
        refuse(fmt::format("{}: unknown flag, or its value is missing\n{}", word, sweep_help()));
      default:
        set(keys()[static_cast<std::size_t>(flag - kFirstKey)].flag, text);
    }
  }

  bool has(std::string_view flag) const {
    const auto is_it = [flag](const CommandLine::Override& given) { return given.key->flag == flag; };
    return std::ranges::any_of(options_.settings.overrides, is_it);
  }

  void set(std::string_view flag, std::string text) {
    const auto key = std::ranges::find(keys(), flag, &Key::flag);
    options_.settings.overrides.push_back({&*key, std::move(text)});
  }

  SweepOptions options_;
  std::string range_;
  double crop_ = 0;
  bool filtered_ = false;
};

}  // namespace

std::string sweep_help() {
  return R"(spectrumd sweep -f LOW:HIGH:BIN [FLAGS] [FILE]   what rtl_power writes, of any source

  -f 88M:108M:125k   range, and the width of a bin at most
  -i 10              seconds of a report; also 5m, 1h
  -1                 a single report, then the end
  -e 1h              for how long; otherwise until it is stopped
  -d 0               stick: its number, its serial, or a source such as soapy:driver=airspy
  -g 28   -p 56      gain in dB (otherwise automatic), correction in ppm
  -w hamming         or blackman, blackman-harris, hann-poisson, bartlett, youssef; hann, flattop, kaiser;
                     otherwise rectangle
  -c 20%             of each hop to be left out at its edges
  -P                 the highest instead of the mean
  -D  -O  -T         direct sampling, offset tuning, bias-tee
  -F 9               decimates by a power of two, as rtl_power then does; leaks as little without
  -s, -t             taken and not needed
  --compat           the last level of a line twice, as rtl_power has it
  --daemon           what the running spectrumd receives, whatever its radio is; without, it is asked
                     where it has the stick that is meant
  --url ADDRESS      what the spectrumd there receives: http://pi.local:8088
  FILE               or - for the standard output

All long flags of spectrumd are taken as well: --source sim, --config FILE, ...)";
}

SweepOptions parse_sweep_options(int count, char** arguments) { return Parser().parse(count, arguments); }

}  // namespace spectrumd
