// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/config/settings.h"
#include "daemon/users/user_list.h"

namespace spectrumd {

// What a client gets to know of other clients: nothing, their names, also their addresses.
enum class Access : std::uint8_t { Read, Know, Change };

// Who is asking.
struct Caller {
  Role role = Role::Viewer;
  bool is_known = false;                  // has a token that is right
  std::string name = {};                  // of a user; empty: the token of the configuration, or anyone
  std::optional<Sha256> token_hash = {};  // of a user

  Access access() const { return role >= Role::Tuner ? Access::Change : is_known ? Access::Know : Access::Read; }
};

// Who is let in, and with which rights: with the token of the configuration, as a user, or as one of the public. Where
// there are neither a token nor users, anyone may do everything.
class Door {
 public:
  Door(const ServerSettings& settings,  // NOLINT: without users, settings are all there is
       std::shared_ptr<const UserList> users = std::make_shared<const UserList>());

  bool is_guarded() const { return !token_.empty() || users_->guards(); }
  bool lets_anyone_read() const { return !is_guarded() || public_reading_; }

  // Takes the same time, wherever a wrong token differs.
  std::optional<Caller> owner_of(std::string_view token) const;
  std::optional<Caller> anyone() const;                    // without a token; nullopt: is not let in
  std::optional<Caller> now(const Caller& earlier) const;  // what one who was let in earlier is now; nullopt: out

 private:
  std::string token_;
  bool public_reading_;
  std::shared_ptr<const UserList> users_;
};

}  // namespace spectrumd
