// SPDX-License-Identifier: MIT
#include "daemon/users/user_list.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "daemon/config/json_text.h"

namespace spectrumd {
namespace {

constexpr std::size_t kLongestName = 32, kTokenBytes = 16;
constexpr JsonLimits kFileLimits{.bytes = 1 << 20, .values = 16 * kMostUsers};

std::string_view bytes_of(const Sha256& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

Sha256 digest_of(const std::string& hex) {
  Sha256 digest{};
  if (hex.size() != 2 * digest.size()) throw std::runtime_error("token_sha256: has 64 digits");
  for (std::size_t i = 0; i < digest.size(); ++i) {
    std::size_t used = 0;
    digest[i] = static_cast<std::uint8_t>(std::stoul(hex.substr(2 * i, 2), &used, 16));
    if (used != 2) throw std::runtime_error("token_sha256: is hexadecimal");
  }
  return digest;
}

User user_of(const Json& json) {
  const auto role = parse_role(json.at("role").get<std::string>());
  const auto made = parse_time(json.at("made").get<std::string>());
  User user{.name = json.at("name"), .token_hash = digest_of(json.at("token_sha256")), .made = made.value_or(Time{})};
  if (!role) throw std::runtime_error("role: is none of viewer, listener, tuner, admin");
  if (!is_user_name(user.name)) throw std::runtime_error("name: is not one of a user");
  user.role = *role;
  return user;
}

}  // namespace

UserList UserList::unreadable() {
  UserList list;
  list.unreadable_ = true;
  return list;
}

bool same_secret(std::string_view given, std::string_view secret) {
  unsigned difference = given.size() == secret.size() ? 0 : 1;
  for (std::size_t i = 0; i < secret.size(); ++i)
    difference |= static_cast<unsigned char>(i < given.size() ? given[i] : 0) ^ static_cast<unsigned char>(secret[i]);
  return difference == 0;
}

const User* UserList::find(std::string_view name) const {
  const auto found = std::ranges::find(users_, name, &User::name);
  return found == users_.end() ? nullptr : &*found;
}

const User* UserList::with_hash(const Sha256& hash) const {
  const User* found = nullptr;
  for (const User& user : users_)
    if (same_secret(bytes_of(user.token_hash), bytes_of(hash))) found = &user;
  return found;
}

const User* UserList::with_token(std::string_view token) const {
  return users_.empty() ? nullptr : with_hash(sha256(token));
}

std::size_t UserList::count(Role role) const {
  return static_cast<std::size_t>(std::ranges::count(users_, role, &User::role));
}

bool is_user_name(std::string_view name) {
  constexpr std::string_view kMarks = "._-+@/";
  const auto fits = [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || kMarks.find(c) != kMarks.npos;
  };
  return !name.empty() && name.size() <= kLongestName && std::ranges::all_of(name, fits);
}

std::string new_token() {
  std::array<unsigned char, kTokenBytes> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw std::runtime_error("the system has no random numbers");
  std::string text;
  for (const unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

UserList read_users(std::string_view text) {
  const Json file = parse_json(text, kFileLimits);
  std::vector<User> users;
  for (const Json& json : file.at("users")) {
    users.push_back(user_of(json));
    const auto same = [&](const User& other) { return other.name == users.back().name; };
    if (std::ranges::count_if(users, same) > 1) throw std::runtime_error("two users have one name");
  }
  return UserList(std::move(users));
}

std::string users_text(const UserList& list) {
  Json users = Json::array();
  for (const User& user : list.users())
    users.push_back({{"name", user.name},
                     {"role", to_string(user.role)},
                     {"token_sha256", hex_of(user.token_hash)},
                     {"made", format_time(user.made)}});
  return Json{{"users", std::move(users)}}.dump(1) + '\n';
}

}  // namespace spectrumd
