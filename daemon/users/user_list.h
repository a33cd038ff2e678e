// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/config/json.h"
#include "daemon/config/units.h"
#include "daemon/users/role.h"
#include "daemon/watch/notify/hmac.h"

namespace spectrumd {

struct User {
  std::string name;
  Role role = Role::Viewer;
  Sha256 token_hash{};  // a token is 128 random bits: a fast hash is enough, from which it cannot be found
  Time made;

  friend bool operator==(const User&, const User&) = default;
};

// All users at one moment.
class UserList {
 public:
  UserList() = default;
  explicit UserList(std::vector<User> users) : users_(std::move(users)) {}
  static UserList unreadable();  // there may be users, but which is not known: no one is let in as one

  const std::vector<User>& users() const { return users_; }
  bool guards() const { return unreadable_ || !users_.empty(); }  // a token is needed
  bool is_unreadable() const { return unreadable_; }

  const User* find(std::string_view name) const;
  const User* with_hash(const Sha256& hash) const;       // in constant time
  const User* with_token(std::string_view token) const;  // likewise
  std::size_t count(Role role) const;

 private:
  std::vector<User> users_;
  bool unreadable_ = false;
};

inline constexpr std::size_t kMostUsers = 500;

bool same_secret(std::string_view given, std::string_view secret);  // takes the same time, wherever they differ
bool is_user_name(std::string_view name);  // 1 to 32 letters, digits and . _ - + @ / of ASCII: callsigns, addresses
std::string new_token();                   // 128 random bits, in hexadecimal

// The text of the file. Throws JsonError, or what nlohmann's library throws.
UserList read_users(std::string_view text);
std::string users_text(const UserList& list);

}  // namespace spectrumd
