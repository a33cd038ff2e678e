// SPDX-License-Identifier: MIT
#pragma once

#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>

#include "daemon/config/settings.h"
#include "daemon/users/user_list.h"

namespace spectrumd {

// A change of users that is refused, for a person.
struct UserError : std::runtime_error {
  enum class Why : std::uint8_t { BadName, Known, Unknown, TooMany, LastAdmin, Unreadable };

  UserError(Why reason, const std::string& text) : std::runtime_error(text), why(reason) {}
  Why why;
};

// The people who may use a server, in a file that the daemon and `spectrumd user` share: a change by one is seen by the
// other within kLook. Any thread.
class Users {
 public:
  static constexpr auto kLook = std::chrono::milliseconds(250);

  explicit Users(std::filesystem::path folder);

  // Those in force. A file that cannot be read leaves the last ones in force; a file that has gone, or never could be
  // read, lets no one in as a user, and opens nothing. Reads the file if it has changed.
  std::shared_ptr<const UserList> list();

  // These block on the disk, and throw UserError and OutputError. A `keeps_admin` list keeps its last admin.
  std::string add(const std::string& name, Role role);  // returns the token, which is nowhere else
  void revoke(const std::string& name, bool keeps_admin = false);
  Role set_role(const std::string& name, Role role, bool keeps_admin = false);  // returns the one before

  bool has_file();  // there are users, or were

  const std::filesystem::path& file() const { return file_; }

 private:
  using Clock = std::chrono::steady_clock;

  // Differs where the content of the file does.
  struct Stamp {
    dev_t device = 0;
    ino_t inode = 0;
    off_t size = 0;
    std::int64_t changed_ns = 0;
    friend bool operator==(const Stamp&, const Stamp&) = default;
  };

  std::optional<Stamp> stamp() const;
  void look();
  UserList read() const;
  template <class Change>
  void change(Change make);

  const std::filesystem::path file_;
  std::mutex mutex_;  // guards what follows
  std::shared_ptr<const UserList> list_ = std::make_shared<const UserList>();
  std::optional<Stamp> stamp_;
  std::string trouble_;  // with the last look
  Clock::time_point next_look_;
};

// Where they are kept: users.folder, or else that of the service or the user; nullopt: nowhere.
std::optional<std::filesystem::path> users_folder(const Settings& settings);

}  // namespace spectrumd
