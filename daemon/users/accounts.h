// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "daemon/users/audit_log.h"
#include "daemon/users/dial_queue.h"
#include "daemon/users/door.h"
#include "daemon/users/users.h"

namespace spectrumd {

// All that a server knows of people. Any thread.
class Accounts {
 public:
  explicit Accounts(const std::filesystem::path& folder) : users_(folder), audit_(folder) {}

  Users& users() { return users_; }
  AuditLog& audit() { return audit_; }
  DialQueue& dial() { return dial_; }
  Door door(const ServerSettings& settings) { return {settings, users_.list()}; }

  // Notes a change, where there are users, or were. Does not block.
  void note(const Caller& caller, const std::string& address, const std::string& what, const std::string& values) {
    if (!users_.has_file()) return;
    const std::string who = !caller.name.empty() ? caller.name : caller.is_known ? "(token)" : "(anyone)";
    audit_.note(
        {.time = std::chrono::system_clock::now(), .who = who, .address = address, .what = what, .values = values});
  }

 private:
  Users users_;
  AuditLog audit_;
  DialQueue dial_;
};

// That of a server with or without accounts.
inline Door door_of(const ServerSettings& settings, Accounts* accounts) {
  return accounts ? accounts->door(settings) : Door(settings);
}

}  // namespace spectrumd
