// SPDX-License-Identifier: MIT
#include "daemon/users/users.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "daemon/config/text_file.h"
#include "daemon/outputs/output_file.h"
#include "daemon/outputs/state_folder.h"
#include "daemon/users/private_file.h"

namespace spectrumd {
namespace {

constexpr TextFileLimits kLimits{.bytes = 1 << 20};
constexpr std::int64_t kNanoseconds = 1'000'000'000;

std::vector<User>::iterator find_in(std::vector<User>& users, const std::string& name) {
  const auto found = std::ranges::find(users, name, &User::name);
  if (found == users.end()) throw UserError(UserError::Why::Unknown, fmt::format("there is no user {}", name));
  return found;
}

void check_last_admin(const std::vector<User>& users, const User& user) {
  if (user.role == Role::Admin && std::ranges::count(users, Role::Admin, &User::role) == 1)
    throw UserError(UserError::Why::LastAdmin, fmt::format("{} is the last admin: make another one first", user.name));
}

}  // namespace

Users::Users(std::filesystem::path folder) : file_(std::move(folder) / "users.json") {
  const std::scoped_lock lock(mutex_);
  look();
}

std::optional<Users::Stamp> Users::stamp() const {
  struct stat status {};
  if (::stat(file_.c_str(), &status) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return std::nullopt;
    return Stamp{.size = -1};  // there, perhaps, but out of reach
  }
  return Stamp{.device = status.st_dev,
               .inode = status.st_ino,
               .size = status.st_size,
               .changed_ns = status.st_ctim.tv_sec * kNanoseconds + status.st_ctim.tv_nsec};
}

UserList Users::read() const {
  try {
    return read_users(read_text_file(file_, kLimits));
  } catch (const std::exception& error) {
    throw UserError(UserError::Why::Unreadable, fmt::format("{}: {}", file_.string(), error.what()));
  }
}

std::shared_ptr<const UserList> Users::list() {
  const std::scoped_lock lock(mutex_);
  if (Clock::now() >= next_look_) look();
  return list_;
}

bool Users::has_file() {
  const std::scoped_lock lock(mutex_);
  return stamp_.has_value();
}

// The file is replaced as a whole, so it is missing only if it was removed.
void Users::look() {
  next_look_ = Clock::now() + kLook;
  const auto now = stamp();
  if (now == stamp_ && trouble_.empty()) return;
  stamp_ = now;
  if (!now && !list_->guards()) return;
  try {
    if (!now) throw UserError(UserError::Why::Unreadable, file_.string() + ": has been removed");
    list_ = std::make_shared<const UserList>(read());
    trouble_.clear();
  } catch (const UserError& error) {  // perhaps only at the moment: the next look tries again
    if (std::exchange(trouble_, error.what()) != error.what()) spdlog::error("{}", error.what());
    if (!now || !list_->guards()) list_ = std::make_shared<const UserList>(UserList::unreadable());
  }
}

// Under the lock of the folder, for another process may change it at the same time.
template <class Change>
void Users::change(Change make) {
  const auto folder_lock = lock_folder(folder_of(file_));
  std::vector<User> users;
  if (stamp()) users = read().users();
  make(users);
  replace_file_on_disk(file_, users_text(UserList(std::move(users))), std::make_shared<PrivateDisk>());
  const std::scoped_lock lock(mutex_);
  look();
}

std::string Users::add(const std::string& name, Role role) {
  using Why = UserError::Why;
  if (!is_user_name(name))
    throw UserError(Why::BadName, "a name has 1 to 32 letters, digits and . _ - + @ / without accents");
  const std::string token = new_token();
  change([&](std::vector<User>& users) {
    if (std::ranges::count(users, name, &User::name) > 0)
      throw UserError(Why::Known, fmt::format("there is a user {} already", name));
    if (users.size() >= kMostUsers) throw UserError(Why::TooMany, fmt::format("there are {} users", users.size()));
    users.push_back(
        {.name = name, .role = role, .token_hash = sha256(token), .made = std::chrono::system_clock::now()});
  });
  return token;
}

void Users::revoke(const std::string& name, bool keeps_admin) {
  change([&](std::vector<User>& users) {
    const auto user = find_in(users, name);
    if (keeps_admin) check_last_admin(users, *user);
    users.erase(user);
  });
}

Role Users::set_role(const std::string& name, Role role, bool keeps_admin) {
  Role before = role;
  change([&](std::vector<User>& users) {
    const auto user = find_in(users, name);
    if (keeps_admin && role != Role::Admin) check_last_admin(users, *user);
    before = std::exchange(user->role, role);
  });
  return before;
}

std::optional<std::filesystem::path> users_folder(const Settings& settings) {
  if (settings.users.folder == "none") return std::nullopt;
  if (!settings.users.folder.empty()) return settings.users.folder;
  return state_folder();
}

}  // namespace spectrumd
