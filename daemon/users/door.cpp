// SPDX-License-Identifier: MIT
#include "daemon/users/door.h"

#include <utility>

namespace spectrumd {
namespace {

std::optional<Caller> caller_of(const User* user) {
  if (!user) return std::nullopt;
  return Caller{.role = user->role, .is_known = true, .name = user->name, .token_hash = user->token_hash};
}

}  // namespace

Door::Door(const ServerSettings& settings, std::shared_ptr<const UserList> users)
    : token_(settings.token), public_reading_(settings.public_reading), users_(std::move(users)) {}

std::optional<Caller> Door::owner_of(std::string_view token) const {
  if (!token_.empty() && same_secret(token, token_)) return Caller{.role = Role::Admin, .is_known = true};
  return caller_of(users_->with_token(token));
}

std::optional<Caller> Door::anyone() const {
  if (!is_guarded()) return Caller{.role = Role::Admin};
  if (public_reading_) return Caller{.role = Role::Listener};
  return std::nullopt;
}

// The token of the configuration changes only with the whole server.
std::optional<Caller> Door::now(const Caller& earlier) const {
  if (earlier.token_hash) return caller_of(users_->with_hash(*earlier.token_hash));
  return earlier.is_known ? std::optional(earlier) : anyone();
}

}  // namespace spectrumd
