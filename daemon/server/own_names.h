// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spectrumd {

// The names of a machine: its host name alone, with ".local", with the domains of resolv.conf, and as /etc/hosts has
// it. In lower case. A page that uses DNS rebinding has a name that its author can register; these are names that only
// the local network gives out.
std::vector<std::string> names_of_machine(std::string_view host_name, std::string_view resolv_conf,
                                          std::string_view hosts_file);
std::vector<std::string> names_of_this_machine();  // reads these files

// The names by which this server is reached besides those of the configuration: the machine's, and what is announced in
// the local network. Any thread; reads two small files now and then.
class OwnNames {
 public:
  using Clock = std::chrono::steady_clock;
  using Read = std::function<std::vector<std::string>()>;

  explicit OwnNames(Read machine = names_of_this_machine) : read_machine_(std::move(machine)) {}

  // In any case of letters. An unknown name makes it read the machine's names again, every five seconds at most: a
  // machine learns its domain when the network comes up.
  bool has(std::string_view name, Clock::time_point now = Clock::now());

  void announce(std::vector<std::string> names);  // instead of those announced before

 private:
  const Read read_machine_;

  std::mutex mutex_;  // guards what follows
  std::vector<std::string> machine_, announced_;
  std::optional<Clock::time_point> read_at_;
};

}  // namespace spectrumd
