// SPDX-License-Identifier: MIT
// People who may use the server, and what they have changed. Of a receiver and of a hub.
#include <array>
#include <nlohmann/json.hpp>

#include "daemon/outputs/output_file.h"
#include "daemon/server/endpoints/body_keys.h"
#include "daemon/server/endpoints/endpoints.h"
#include "daemon/server/http/guards.h"

namespace spectrumd {
namespace {

constexpr std::array<std::string_view, 2> kUserKeys{"name", "role"};
constexpr std::array<std::string_view, 1> kNameKey{"name"};
constexpr std::size_t kMostChanges = 1000;

Accounts& accounts_of(const Request& request) {
  if (request.accounts) return *request.accounts;
  throw RequestError(404, "not_found", "this server has no users (users.folder)");
}

// Where everyone may do everything, the first who made a user would shut out all others.
void check_may_begin(const Request& request) {
  if (request.sender.caller.is_known) return;
  throw RequestError(403, kRoleNeeded,
                     "the first user is made on the machine itself: `spectrumd user add NAME --role admin`, or with "
                     "server.token");
}

RequestError refusal_of(const UserError& error) {
  using Why = UserError::Why;
  switch (error.why) {
    case Why::BadName:
      return {400, "bad_value", error.what(), "name"};
    case Why::Unknown:
      return {404, "not_found", error.what(), "name"};
    case Why::Unreadable:
      return {503, "unavailable", error.what()};
    case Why::LastAdmin:
      return {409, "last_admin", error.what(), "name"};
    case Why::TooMany:
      return {409, "too_many", error.what()};
    case Why::Known:
      break;
  }
  return {409, "exists", error.what(), "name"};
}

template <class Change>
auto changed(const Request& request, Change change) {
  check_may_begin(request);
  try {
    return change(accounts_of(request).users());
  } catch (const UserError& error) {
    throw refusal_of(error);
  } catch (const OutputError& error) {
    throw RequestError(503, "unavailable", error.what());
  }
}

std::string name_in(const Json& body) {
  if (const auto name = value_in(body, "name", text_of)) return *name;
  throw bad_value("name", "is missing");
}

Role role_in(const Json& body) {
  const auto role = parse_role(value_in(body, "role", text_of).value_or(""));
  if (role) return *role;
  throw bad_value("role", "is one of viewer, listener, tuner, admin");
}

Json users_json(Accounts* accounts) {
  Json users = Json::array();
  if (!accounts) return {{"users", users}};
  for (const User& user : accounts->users().list()->users())
    users.push_back({{"name", user.name}, {"role", to_string(user.role)}, {"made", format_time(user.made)}});
  return {{"users", std::move(users)}};
}

// A user is kept from removing the last admin; the token of the configuration, which can make another one, is not.
bool keeps_admin(const Request& request) { return !request.sender.caller.name.empty(); }

Answer answer_users(const Request& request) { return json_answer(users_json(request.accounts)); }

Answer answer_new_user(const Request& request) {
  check_keys(request.body, kUserKeys);
  const std::string name = name_in(request.body);
  const Role role = role_in(request.body);
  const std::string token = changed(request, [&](Users& users) { return users.add(name, role); });
  return json_answer({{"name", name}, {"role", to_string(role)}, {"token", token}});
}

Answer answer_role(const Request& request) {
  check_keys(request.body, kUserKeys);
  const std::string name = name_in(request.body);
  const Role role = role_in(request.body);
  changed(request, [&](Users& users) { return users.set_role(name, role, keeps_admin(request)); });
  return json_answer(users_json(request.accounts));
}

Answer answer_revoked(const Request& request) {
  check_keys(request.body, kNameKey);
  const std::string name = name_in(request.body);
  changed(request, [&](Users& users) {
    users.revoke(name, keeps_admin(request));
    return true;
  });
  return json_answer(users_json(request.accounts));
}

Answer answer_me(const Request& request) {
  const Caller& caller = request.sender.caller;
  return json_answer({{"name", caller.name.empty() ? Json() : Json(caller.name)},
                      {"role", to_string(caller.role)},
                      {"known", caller.is_known},
                      {"users", request.accounts && request.accounts->users().list()->guards()}});
}

Answer answer_audit(const Request& request) {
  Json changes = Json::array();
  if (request.accounts) changes = request.accounts->audit().newest(request.query.count("limit").value_or(100));
  return json_answer({{"changes", std::move(changes)}});
}

}  // namespace

Routes users_routes() {
  return {{.method = "GET",
           .path = "/api/v1/me",
           .summary = "Who is asking, and with which role",
           .answer_schema = "Me",
           .answer = answer_me},
          {.method = "GET",
           .path = "/api/v1/users",
           .summary = "Those who have a token, without it",
           .role = Role::Admin,
           .answer_schema = "Users",
           .answer = answer_users},
          {.method = "POST",
           .path = "/api/v1/users",
           .summary = "Makes a user, and answers with the token, which is not kept",
           .cost = Cost::Blocking,
           .role = Role::Admin,
           .request_schema = "UserRequest",
           .shows_body = true,
           .answer_schema = "NewUser",
           .answer = answer_new_user},
          {.method = "PATCH",
           .path = "/api/v1/users",
           .summary = "Gives a user another role",
           .cost = Cost::Blocking,
           .role = Role::Admin,
           .request_schema = "UserRequest",
           .shows_body = true,
           .answer_schema = "Users",
           .answer = answer_role},
          {.method = "DELETE",
           .path = "/api/v1/users",
           .summary = "Revokes the token of a user, and closes the connections with it",
           .cost = Cost::Blocking,
           .role = Role::Admin,
           .request_schema = "UserName",
           .shows_body = true,
           .answer_schema = "Users",
           .answer = answer_revoked},
          {.method = "GET",
           .path = "/api/v1/audit",
           .summary = "Who changed what, the newest first",
           .cost = Cost::Blocking,
           .role = Role::Admin,
           .parameters = {{"limit", "maximum number", Parameter::Kind::Count, 1, kMostChanges, 100}},
           .answer_schema = "Audit",
           .answer = answer_audit}};
}

}  // namespace spectrumd
