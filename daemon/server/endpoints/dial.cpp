// SPDX-License-Identifier: MIT
// Who has the dial: one of the users who may tune, at a time.
#include "daemon/server/endpoints/dial.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "daemon/server/endpoints/body_keys.h"
#include "daemon/server/endpoints/endpoints.h"

namespace spectrumd {
namespace {

constexpr std::array<std::string_view, 1> kDialKeys{"take"};
constexpr const char* kHidden = "another client";

double seconds_of(DialQueue::Clock::duration duration) { return std::chrono::duration<double>(duration).count(); }

DialQueue::State state_of(Accounts& accounts) { return accounts.dial().state(*accounts.users().list()); }

// Only a user has a place: the others would be in it together.
const std::string& user_in(const Request& request) {
  if (request.accounts && !request.sender.caller.name.empty()) return request.sender.caller.name;
  throw RequestError(409, "no_dial", "only users have the dial in turn; without a name every change is made at once");
}

Json dial_json_for(const Request& request) { return dial_json(request.accounts, request.sender.access()); }

Answer answer_dial(const Request& request) { return json_answer(dial_json_for(request)); }

Answer answer_asked(const Request& request) {
  check_keys(request.body, kDialKeys);
  const std::string& user = user_in(request);
  state_of(*request.accounts);
  const bool takes = value_in(request.body, "take", yes_or_no).value_or(false);
  if (takes && request.sender.caller.role != Role::Admin)
    throw RequestError(403, "role_needed", "only an admin takes the dial from others; ask for it without take", "take");
  if (takes)
    request.accounts->dial().take(user);
  else
    request.accounts->dial().ask(user);
  return json_answer(dial_json_for(request));
}

Answer answer_left(const Request& request) {
  request.accounts->dial().leave(user_in(request));
  return json_answer(dial_json_for(request));
}

}  // namespace

void use_dial(Accounts* accounts, const Caller& caller) {
  if (!accounts || caller.name.empty()) return;
  const DialQueue::State state = state_of(*accounts);  // without a holder who was revoked
  if (accounts->dial().use(caller.name)) return;
  throw RequestError(409, "dial_taken",
                     fmt::format("{} has the dial for another {:.0f} s, and {} wait; POST api/v1/dial asks for it",
                                 state.holder, std::ceil(seconds_of(state.left)), state.waiting.size()));
}

Json dial_json(Accounts* accounts, Access access) {
  if (!accounts || !accounts->users().list()->guards()) return nullptr;
  const DialQueue::State state = state_of(*accounts);
  const auto shown = [access](const std::string& name) { return access == Access::Read ? kHidden : name; };
  Json waiting = Json::array();
  for (const std::string& name : state.waiting) waiting.push_back(shown(name));
  return {{"held", !state.holder.empty()},
          {"holder", state.holder.empty() ? Json() : Json(shown(state.holder))},
          {"seconds_left", std::max(0.0, seconds_of(state.left))},
          {"waiting", std::move(waiting)}};
}

Routes dial_routes() {
  return {{.method = "GET",
           .path = "/api/v1/dial",
           .summary = "Which user has the dial, for how long, and who waits for it",
           .answer_schema = "Dial",
           .answer = answer_dial},
          {.method = "POST",
           .path = "/api/v1/dial",
           .summary = "Asks for the dial, or has an admin take it",
           .role = Role::Tuner,
           .request_schema = "DialRequest",
           .shows_body = true,
           .answer_schema = "Dial",
           .answer = answer_asked},
          {.method = "DELETE",
           .path = "/api/v1/dial",
           .summary = "Gives the dial, or the place in the queue, up",
           .role = Role::Tuner,
           .answer_schema = "Dial",
           .answer = answer_left}};
}

}  // namespace spectrumd
