// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>

#include "daemon/commands/commands.h"
#include "daemon/commands/flags.h"
#include "daemon/commands/qr/qr_code.h"
#include "daemon/commands/qr/url_for_others.h"
#include "daemon/outputs/output_file.h"
#include "daemon/outputs/state_folder.h"
#include "daemon/service/start.h"
#include "daemon/users/audit_log.h"
#include "daemon/users/users.h"

namespace spectrumd {

using command_line::UsageError;

namespace {

constexpr const char* kFolderOfService = "/var/lib/spectrumd";
constexpr std::size_t kMostShown = 1000;

struct UserOptions {
  std::string action, name, role, role_flag;
  bool hub = false, json = false, qr = false;
};

void add_user_options(command_line::Arguments& arguments, UserOptions& options) {
  using command_line::into, command_line::one_of;
  arguments.add({{"WHAT", "what to do: add, list, role, revoke or log",
                  one_of({"add", "list", "role", "revoke", "log"}, into(options.action))},
                 {"[NAME]", "of the user", into(options.name)},
                 {"[ROLE]", "with role: viewer, listener, tuner or admin", into(options.role)},
                 {"--role ROLE", "with add: viewer, listener, tuner or admin", into(options.role_flag)},
                 {"--qr", "with add, a QR code with the link that opens the page as this user", into(options.qr)},
                 {"--hub", "users of `spectrumd hub` on this machine", into(options.hub)},
                 {"--json", "print JSON", into(options.json)}});
}

// Root means the users of the service, which is another user and has another folder.
std::filesystem::path folder_for(const Settings& settings, bool hub) {
  auto folder = users_folder(settings);
  std::error_code ignored;
  if (settings.users.folder.empty() && !service_folder() && ::geteuid() == 0 &&
      std::filesystem::is_directory(kFolderOfService, ignored))
    folder = kFolderOfService;
  if (!folder) throw UsageError("there is no folder for users; choose one: --users FOLDER");
  return hub ? *folder / "hub" : *folder;
}

Role role_in(const UserOptions& options) {
  const std::string& text = options.role.empty() ? options.role_flag : options.role;
  if (const auto role = parse_role(text)) return *role;
  throw UsageError(text.empty() ? "a role is needed: viewer, listener, tuner or admin"
                                : fmt::format("{} is none of viewer, listener, tuner, admin", text));
}

// The part behind # is not sent to the server, nor written into any log.
std::string link_with(const std::string& token, const Settings& settings) {
  const auto listen = parse_listen(settings.server.listen).value_or(ListenAddress{});
  const std::string others = url_for_others(listen, main_address(), local_addresses());
  return fmt::format("{}/#token={}", others.empty() ? "http://" + to_string(listen) : others, token);
}

void add_user(const UserOptions& options, Users& users, const Settings& settings) {
  const Role role = role_in(options);
  const std::string token = users.add(options.name, role);
  const std::string link = link_with(token, settings);
  if (options.json) {
    std::cout << Json{{"name", options.name}, {"role", to_string(role)}, {"token", token}, {"link", link}}.dump(2)
              << '\n';
    return;
  }
  std::cout << fmt::format("{} is {} now. Their token, which is shown this once:\n{}\n", options.name, to_string(role),
                           token);
  if (options.qr) std::cout << drawn(qr_code_of(link), style_of_terminal());
  std::cout << link << '\n';
  if (settings.server.token.empty() && users.list()->count(Role::Admin) == 0)
    std::cout << "From now on every request needs a token, and there is no admin yet.\n";
}

void list_users(const UserOptions& options, Users& users) {
  const auto list = users.list();
  if (list->is_unreadable()) throw OutputError::with_text(users.file().string() + ": cannot be read", EIO);
  Json all = Json::array();
  for (const User& user : list->users()) {
    all.push_back({{"name", user.name}, {"role", to_string(user.role)}, {"made", format_time(user.made)}});
    if (!options.json)
      std::cout << fmt::format("{:<32} {:<9} since {}\n", user.name, to_string(user.role),
                               format_time(user.made).substr(0, 10));
  }
  if (options.json)
    std::cout << Json{{"users", all}}.dump(2) << '\n';
  else if (all.empty())
    std::cout << "there are no users\n";
}

void show_log(const UserOptions& options, AuditLog& log) {
  const auto changes = log.newest(kMostShown);
  if (options.json) {
    std::cout << Json{{"changes", changes}}.dump(2) << '\n';
    return;
  }
  for (auto change = changes.rbegin(); change != changes.rend(); ++change)
    std::cout << fmt::format("{} {} {} {} {}{}\n", change->value("time", ""), change->value("who", ""),
                             change->value("address", ""), change->value("what", ""), change->value("values", ""),
                             change->contains("times") ? fmt::format(" x {}", change->at("times").dump()) : "");
}

void note(AuditLog& log, const UserOptions& options, const std::string& role = "") {
  log.note({.time = std::chrono::system_clock::now(),
            .who = "(command)",
            .address = "",
            .what = options.action + " " + options.name,
            .values = role.empty() ? "" : Json{{"role", role}}.dump()});
}

void act(const UserOptions& options, Users& users, AuditLog& log, const Settings& settings) {
  if (options.action == "list") return list_users(options, users);
  if (options.action == "log") return show_log(options, log);
  if (options.name.empty()) throw UsageError("whom? spectrumd user " + options.action + " NAME");
  if (options.action == "add") {
    add_user(options, users, settings);
    return note(log, options, std::string(to_string(role_in(options))));
  }
  if (options.action == "revoke") {
    users.revoke(options.name);
    note(log, options);
    std::cout << fmt::format("{} is let in no longer\n", options.name);
    return;
  }
  const Role role = role_in(options);
  const Role before = users.set_role(options.name, role);
  note(log, options, std::string(to_string(role)));
  std::cout << fmt::format("{} is {} now, and was {}\n", options.name, to_string(role), to_string(before));
}

}  // namespace

int run_user(command_line::Arguments& arguments) {
  UserOptions options;
  add_user_options(arguments, options);
  if (!arguments.parse()) return 0;
  start_log();
  const Settings settings = load_settings(flags_of(arguments));
  set_log_level(settings);
  const auto folder = folder_for(settings, options.hub);
  Users users(folder);
  AuditLog log(folder);
  try {
    act(options, users, log, settings);
  } catch (const UserError& error) {
    throw UsageError(error.what());
  }
  return EXIT_SUCCESS;
}

}  // namespace spectrumd
