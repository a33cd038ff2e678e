// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "daemon/users/door.h"
#include "daemon/users/users.h"

namespace spectrumd {

// All that a server knows of people. Any thread.
class Accounts {
 public:
  explicit Accounts(const std::filesystem::path& folder) : users_(folder) {}

  Users& users() { return users_; }
  Door door(const ServerSettings& settings) { return {settings, users_.list()}; }

 private:
  Users users_;
};

// That of a server with or without accounts.
inline Door door_of(const ServerSettings& settings, Accounts* accounts) {
  return accounts ? accounts->door(settings) : Door(settings);
}

}  // namespace spectrumd
