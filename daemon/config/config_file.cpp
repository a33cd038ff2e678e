// SPDX-License-Identifier: MIT
#include "daemon/config/config_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "daemon/config/environment.h"
#include "daemon/config/json_text.h"
#include "daemon/config/key_places.h"
#include "daemon/config/key_search.h"
#include "daemon/config/keys.h"
#include "daemon/config/listen_address.h"
#include "daemon/config/profiles.h"
#include "daemon/config/text_file.h"

namespace spectrumd {
namespace {

constexpr std::size_t kLargestFile = std::size_t{1} << 16;  // the example fills a tenth
constexpr auto kPipePatience = std::chrono::seconds(10);    // of a program that writes it; half of the watchdog's
// Repeated keys are found by key_places, with their lines.
constexpr JsonLimits kLimits{.bytes = kLargestFile, .comments = true, .repeated_keys = true};

std::string joined(const std::vector<ConfigProblem>& problems) {
  std::string text;
  for (const auto& problem : problems) text += (text.empty() ? "" : "\n") + to_string(problem);
  return text;
}

std::string suggestion(std::string_view path) {
  const auto near = nearest_path(path);
  return near ? fmt::format("; did you mean {}?", *near) : "";
}

// Applies one file to the settings and collects the mistakes in it.
class Reading {
 public:
  Reading(Settings settings, const std::string& file, const std::string& text)
      : settings_(std::move(settings)), file_(file), text_(text) {}

  Settings finish() {
    if (const auto json = parse()) {
      find_places();
      take_all(*json);
    }
    std::ranges::stable_sort(problems_, {}, &ConfigProblem::line);
    if (!problems_.empty()) throw ConfigError(std::move(problems_));
    return std::move(settings_);
  }

 private:
  std::optional<Json> parse() {
    try {
      return parse_json(text_, kLimits);
    } catch (const JsonError& error) {
      report_json(error);
    }
    return std::nullopt;
  }

  void report_json(const JsonError& error) {
    const std::size_t byte = std::min(error.byte == 0 ? 0 : error.byte - 1, text_.size());
    const std::string reason = error.what();
    if (error.kind != JsonError::Kind::Syntax) return report(error.byte == 0 ? 0 : line_of(text_, byte), "", reason);
    const std::size_t line_start = byte == 0 ? 0 : text_.rfind('\n', byte - 1) + 1;  // npos + 1 is the first byte
    report(line_of(text_, byte), "", fmt::format("column {}: {}{}", byte - line_start + 1, reason, comma_hint(reason)));
  }

  static std::string_view comma_hint(std::string_view reason) {
    const auto says = [reason](std::string_view text) { return reason.find(text) != std::string_view::npos; };
    if (says("end of input")) return "";
    if (says("unexpected '}'") || says("unexpected ']'")) return "; is there an extra comma before it?";
    if (says("expected '}'") || says("expected ']'")) return "; is a comma missing before it?";
    return "";
  }

  void find_places() {
    for (const auto& [path, line] : key_places(text_)) {
      const auto [first, is_new] = lines_.try_emplace(path, line);
      if (!is_new) report(line, path, fmt::format("is a duplicate; the first is on line {}", first->second));
    }
  }

  void take_all(const Json& json) {
    if (!json.is_object()) return report(1, "", "a configuration is one object: { ... }");
    for (const auto& [name, value] : json.items()) {
      if (find_key(name) != nullptr && name.find('.') != std::string::npos) {
        report(key_path("", name), R"(groups are written as objects: "radio": { "center": 100e6 })");
      } else if (name == "profiles") {
        take_profiles(value);
      } else if (is_group(name)) {
        take_group(name, value);
      } else {
        take(key_path("", name), value);
      }
    }
  }

  void take_group(const std::string& group, const Json& json) {
    if (!json.is_object()) return report(group, "must be a group of settings: { ... }");
    for (const auto& [name, value] : json.items()) take(key_path(group, name), value);
  }

  void take(const std::string& path, const Json& value) { take(settings_, path, value, ""); }

  // `place` is where the object around it stands. Returns false for a mistake.
  bool take(Settings& settings, const std::string& path, const Json& value, const std::string& place) {
    const Key* key = find_key(path);
    const std::string where = place + path;
    if (key == nullptr) {
      report(where, "unknown key" + suggestion(path));
      return false;
    }
    try {
      key->set(settings, value);
      return true;
    } catch (const KeyError& error) {
      report(where, error.what());
      return false;
    }
  }

  void take_profiles(const Json& json) {
    if (!json.is_object()) return report("profiles", R"(expected named sets of settings: { "NAME": { ... } })");
    for (const auto& [name, value] : json.items()) take_profile(name, value);
  }

  void take_profile(const std::string& name, const Json& json) {
    const std::string path = key_path("profiles", name);
    if (!json.is_object()) return report(path, "must be a set of settings: { ... }");
    Profile profile{.name = name, .values = {}};
    for (const auto& [first, value] : json.items()) {
      if (!is_group(first) || !value.is_object()) {
        take_into(profile, path + '.', key_path("", first), value);
      } else {
        for (const auto& [last, inner] : value.items()) take_into(profile, path + '.', key_path(first, last), inner);
      }
    }
    settings_.profiles.push_back(std::move(profile));
  }

  // Tried on a copy, so that a profile is valid when it is chosen.
  void take_into(Profile& profile, const std::string& place, const std::string& path, const Json& value) {
    Settings tried = settings_;
    if (find_key(path) != nullptr && !may_be_in_profile(path))
      return report(place + path, "not a setting of source, radio or spectrum: the same for all profiles");
    if (take(tried, path, value, place)) profile.values.emplace_back(path, value.dump());
  }

  void report(const std::string& path, std::string reason) { report(lines_[path], path, std::move(reason)); }

  void report(std::size_t line, std::string key, std::string reason) {
    problems_.push_back({file_, line, std::move(key), std::move(reason)});
  }

  Settings settings_;
  const std::string& file_;
  const std::string& text_;
  std::map<std::string, std::size_t, std::less<>> lines_;
  std::vector<ConfigProblem> problems_;
};

std::string read_file(const std::filesystem::path& file) {
  try {
    return read_text_file(file, {.bytes = kLargestFile, .pipe_patience = kPipePatience});
  } catch (const TextFileError& error) {
    throw ConfigError({{file.string(), 0, "", error.what()}});
  }
}

std::optional<std::filesystem::path> xdg_config_home() {
  // A relative one is to be ignored, says the XDG specification.
  if (const auto xdg = environment("XDG_CONFIG_HOME"); xdg.starts_with('/')) return xdg;
  if (const auto home = environment("HOME"); home.starts_with('/')) return std::filesystem::path(home) / ".config";
  return std::nullopt;
}

}  // namespace

std::string to_string(const ConfigProblem& problem) {
  std::string text = problem.file;
  if (problem.line != 0) text += fmt::format(":{}", problem.line);
  for (const std::string& part : {problem.key, problem.reason})
    if (!part.empty()) text += (text.empty() ? "" : ": ") + part;
  return text;
}

ConfigError::ConfigError(std::vector<ConfigProblem> all) : std::runtime_error(joined(all)), problems(std::move(all)) {}

void apply_config_text(Settings& settings, const std::string& text, const std::string& file_name) {
  settings = Reading(settings, file_name, text).finish();
}

void apply_config_file(Settings& settings, const std::filesystem::path& file) {
  apply_config_text(settings, read_file(file), file.string());
}

namespace {

// rtl_tcp clients cannot send a token.
void check_share(const ServerSettings& server, const std::string& file_name) {
  if (server.share_control && server.share_channels)
    throw ConfigError({{file_name, 0, "server.share_channels",
                        "set this or server.share_control: with channels the radio stays where it is"}});
  const auto address = parse_listen(server.share.substr(server.share.find('=') + 1));
  if (server.share.empty() || !server.share_control || server.open || (address && is_loopback(address->host))) return;
  throw ConfigError({{file_name, 0, "server.share_control",
                      server.share + " is reachable from other machines, and rtl_tcp has no token: set server.open to "
                                     "true to let anyone tune"}});
}

// Neither can those of some feeds.
struct TokenlessControl {
  std::string_view protocol, address, key;
  bool permitted;
};

void check_control(const TokenlessControl& control, const ServerSettings& server, const std::string& file_name) {
  const auto address = parse_listen(control.address);
  if (!address || !control.permitted || server.open || is_loopback(address->host)) return;
  throw ConfigError({{file_name, 0, std::string(control.key),
                      fmt::format("{} is reachable from other machines, and {} has no token: set server.open to true "
                                  "to let anyone tune",
                                  control.address, control.protocol)}});
}

void check_feeds_control(const Settings& settings, const std::string& file_name) {
  const FeedSettings& feeds = settings.feeds;
  for (const TokenlessControl& control :
       {TokenlessControl{"rigctl", feeds.rigctl, "feeds.rigctl_control", feeds.rigctl_control},
        TokenlessControl{"SpyServer", feeds.spyserver, "feeds.spyserver_control", feeds.spyserver_control}})
    check_control(control, settings.server, file_name);
}

void check_spots(const FeedSettings& feeds, const std::string& file_name) {
  const auto is_cluster = [](const std::string& source) { return source.starts_with("dxcluster:"); };
  if (!feeds.callsign.empty() || std::ranges::none_of(feeds.spots, is_cluster)) return;
  throw ConfigError({{file_name, 0, "feeds.callsign", "set it for the DX cluster in feeds.spots"}});
}

}  // namespace

void check_together(const Settings& settings, const std::string& file_name) {
  check_share(settings.server, file_name);
  check_feeds_control(settings, file_name);
  check_spots(settings.feeds, file_name);
  const auto address = parse_listen(settings.server.listen);
  if (address && is_loopback(address->host)) return;
  if (!settings.server.token.empty() || settings.server.open) return;
  throw ConfigError(
      {{file_name, 0, "server.listen",
        settings.server.listen + " is reachable from other machines: set server.token to 16 characters or "
                                 "more, or server.open to true to allow anyone"}});
}

std::optional<std::filesystem::path> default_config_file() {
  const std::filesystem::path name = "spectrumd/spectrumd.json";
  std::vector<std::filesystem::path> places{"/etc" / name};
  if (const auto home = xdg_config_home()) places.insert(places.begin(), *home / name);
  std::error_code ignored;
  for (const auto& place : places)
    if (std::filesystem::exists(place, ignored)) return place;
  return std::nullopt;
}

}  // namespace spectrumd
