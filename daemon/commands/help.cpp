// SPDX-License-Identifier: MIT
#include "daemon/commands/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "daemon/config/keys.h"
#include "daemon/config/version.h"

namespace spectrumd {
namespace {

constexpr std::size_t kColumns = 100;
constexpr std::size_t kIndent = 34;  // where the meaning of a flag begins

constexpr std::string_view kUsage = R"(spectrumd {}: a spectrum analyzer for the browser

  spectrumd [FLAGS]                      receive and serve until stopped
  spectrumd record [FILE] [FLAGS]        record samples as SigMF; --duration 10s|5m|1h, --json
  spectrumd sweep -f LOW:HIGH:BIN ...    what rtl_power writes, of any source; spectrumd sweep -h
  spectrumd devices                      the radios that are there, as --source takes them; --json
  spectrumd doctor                       what is wrong with this machine; --json, --sysroot DIR;
                                         --probe also runs a program on a Raspberry Pi's QPUs
  spectrumd --qpu-helper [FLAGS]         drive the QPUs of a Raspberry Pi for the daemon
  spectrumd check-config [FILE] [FLAGS]  say what is wrong with a configuration; --json for programs

The configuration is JSON with comments: the file given by --config, or else
$XDG_CONFIG_HOME/spectrumd/spectrumd.json, or else /etc/spectrumd/spectrumd.json. SIGHUP reads it
again. Flags win over the file. Numbers take k, M and G.

)";

// Words up to a width; the first of them that does not fit begins the next line.
std::string wrapped(std::string_view text, std::size_t indent) {
  std::string result;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find(' '), text.size());
    const bool first = column == indent;
    if (!first && column + 1 + length > kColumns) {
      result += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (!first) {
      result += ' ';
      ++column;
    }
    result += text.substr(0, length);
    column += length;
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  return result + '\n';
}

// "--center HZ" at the left, its meaning at the right, below each other where the left is too wide.
std::string entry(const std::string& left, std::string_view right) {
  const std::string start = "  " + left;
  const bool fits = start.size() + 2 <= kIndent;
  const std::string gap = fits ? std::string(kIndent - start.size(), ' ') : '\n' + std::string(kIndent, ' ');
  return start + gap + wrapped(right, kIndent);
}

std::string shown(const Json& value) {
  if (value.is_number()) return format_number(value.get<double>());
  const auto text = value.is_string() ? value.get<std::string>() : value.dump();
  if (value.is_array()) return "none";
  return text.empty() ? "empty" : text;
}

std::string entry(const Key& key) {
  return entry(fmt::format("{} {}", key.flag, key.value),
               fmt::format("{} [{}={}]", key.help, key.path, shown(key.get(Settings{}))));
}

std::string group_of(const Key& key) { return std::string(key.path.substr(0, key.path.find('.'))); }

}  // namespace

std::string help_text() {
  std::string text = fmt::format(kUsage, version());
  text += entry("--config FILE", "the configuration to read");
  text += entry("-h, --help", "this text");
  text += entry("-V, --version", "the version");
  text += "\nBehind each flag: [its place in the configuration=its default]\n";
  std::string group;
  for (const Key& key : keys()) {
    if (group_of(key) != group) text += '\n' + group_of(key) + '\n';
    group = group_of(key);
    text += entry(key);
  }
  return text;
}

}  // namespace spectrumd
