// SPDX-License-Identifier: MIT
#include "daemon/server/own_names.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "daemon/config/host_name.h"
#include "daemon/config/text_file.h"
#include "daemon/config/units.h"

namespace spectrumd {

namespace {

using namespace std::chrono_literals;

constexpr auto kStale = 5s;
constexpr std::size_t kMostBytes = 256 * 1024;  // of a file; /etc/hosts may list thousands of advertisers

// The words of each line, without comments.
std::vector<std::vector<std::string>> words_of(std::string_view text) {
  std::vector<std::vector<std::string>> lines;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line.substr(0, line.find_first_of("#;")));
    lines.emplace_back();
    for (std::string word; words >> word;) lines.back().push_back(lower_case(word));
  }
  return lines;
}

// The last line of either kind holds, see resolv.conf(5). systemd-resolved writes "search ." for no domain.
std::vector<std::string> domains_of(std::string_view resolv_conf) {
  std::vector<std::string> domains;
  for (const auto& words : words_of(resolv_conf))
    if (!words.empty() && (words[0] == "search" || words[0] == "domain"))
      domains.assign(words.begin() + 1, words.end());
  for (std::string& domain : domains)
    if (domain.ends_with('.')) domain.pop_back();
  std::erase(domains, "");
  return domains;
}

std::string text_or_nothing(const char* path) {
  try {
    return read_text_file(path, {.bytes = kMostBytes});
  } catch (const TextFileError&) {
    return "";
  }
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::vector<std::string> names_of_machine(std::string_view host_name, std::string_view resolv_conf,
                                          std::string_view hosts_file) {
  const std::string whole = lower_case(host_name);
  const std::string host = whole.substr(0, whole.find('.'));
  if (host.empty()) return {};
  std::vector<std::string> names{whole, host, host + ".local"};
  for (const std::string& domain : domains_of(resolv_conf)) names.push_back(host + "." + domain);
  for (const auto& words : words_of(hosts_file))
    for (std::size_t i = 1; i < words.size(); ++i)  // behind the address
      if (words[i].starts_with(host + ".")) names.push_back(words[i]);
  return names;
}

std::vector<std::string> names_of_this_machine() {
  const std::string host = host_name();
  if (host.empty()) return {};
  return names_of_machine(host, text_or_nothing("/etc/resolv.conf"), text_or_nothing("/etc/hosts"));
}

bool OwnNames::has(std::string_view name, Clock::time_point now) {
  const std::string wanted = lower_case(name);
  {
    const std::scoped_lock lock(mutex_);
    if (contains(announced_, wanted) || contains(machine_, wanted)) return true;
    if (read_at_ && now - *read_at_ < kStale) return false;
    read_at_ = now;
  }
  std::vector<std::string> machine = read_machine_();
  const std::scoped_lock lock(mutex_);
  machine_ = std::move(machine);
  return contains(machine_, wanted);
}

void OwnNames::announce(std::vector<std::string> names) {
  for (std::string& name : names) name = lower_case(name);
  const std::scoped_lock lock(mutex_);
  announced_ = std::move(names);
}

}  // namespace spectrumd
