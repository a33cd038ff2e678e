// SPDX-License-Identifier: MIT
// Rules: what is looked for in the rows, and what happens then.
#include <nlohmann/json.hpp>

#include "daemon/server/endpoints/endpoints.h"
#include "daemon/server/endpoints/period.h"
#include "daemon/server/endpoints/row_query.h"
#include "daemon/server/endpoints/trial_rows.h"
#include "daemon/server/endpoints/watching.h"
#include "daemon/watch/alarm_json.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostRules = 200;

// Where messages go is for clients that may change it: a URL may be as good as a password.
Json watched_json(const WatchedRule& watched, Role role) {
  Rule rule = watched.rule;
  if (role != Role::Admin) rule.actions.webhook = rule.actions.email = "";
  Json json = rule_json(rule, Secrets::Hidden);
  json["state"] = to_string(watched.state.state);
  json["reason"] = watched.state.reason;
  return json;
}

Json rules_json(Watch& watch, Role role) {
  Json rules = Json::array();
  for (const WatchedRule& watched : watch.rules()) rules.push_back(watched_json(watched, role));
  return {{"rules", std::move(rules)}};
}

Answer answer_rules(ServerContext& context, const Request& request) {
  return watching([&] { return json_answer(rules_json(watch_of(context), request.sender.caller.role)); });
}

Answer answer_new_rule(ServerContext& context, const Request& request) {
  return watching([&] {
    Watch& watch = watch_of(context);
    if (watch.rules().size() >= kMostRules) throw RequestError(409, "too_many", "there are 200 rules; delete some");
    return json_answer(watched_json(watch.save(new_rule(request.body)), Role::Admin));
  });
}

Answer answer_rule_change(ServerContext& context, const Request& request) {
  return watching([&] {
    Watch& watch = watch_of(context);
    const Rule now = watch.rule(number_in_path(request)).rule;
    return json_answer(watched_json(watch.save(changed_rule(now, request.body)), Role::Admin));
  });
}

Answer answer_rule_removal(ServerContext& context, const Request& request) {
  return watching([&] {
    Watch& watch = watch_of(context);
    if (!watch.remove(number_in_path(request))) throw RequestError(404, "not_found", "there is no such rule");
    return json_answer(rules_json(watch, Role::Admin));
  });
}

Json trial_json(const Trial& trial) {
  Json alarms = Json::array();
  for (const Alarm& alarm : trial.alarms) alarms.push_back(alarm_json(alarm));
  return {{"count", trial.count},
          {"rows", trial.rows},
          {"since", trial.rows > 0 ? Json(format_time(trial.since)) : Json()},
          {"until", trial.rows > 0 ? Json(format_time(trial.until)) : Json()},
          {"coarsest_seconds", trial.coarsest_seconds},
          {"alarms", std::move(alarms)}};
}

// The body may change the rule for the trial alone.
Answer answer_trial(ServerContext& context, const Request& request) {
  return watching([&] {
    Watch& watch = watch_of(context);
    const Period period = period_of(request.query, 24h);
    const Rule rule = changed_rule(watch.rule(number_in_path(request, 1)).rule, request.body);
    TrialRows rows(context.history, reader_of(context), period.since, period.until);
    return json_answer(trial_json(watch.try_rule(rule, [&rows] { return rows.next(); })));
  });
}

}  // namespace

Routes rules_routes() {
  return {{.method = "GET",
           .path = "/api/v1/rules",
           .summary = "Rules, and what each of them does at present",
           .cost = Cost::Blocking,
           .answer_schema = "Rules",
           .answer = answer_rules},
          {.method = "POST",
           .path = "/api/v1/rules",
           .summary = "Adds a rule; what is not given is usual for its kind",
           .cost = Cost::Blocking,
           .request_schema = "RuleKeys",
           .answer_schema = "Rule",
           .answer = answer_new_rule},
          {.method = "PATCH",
           .path = "/api/v1/rules/{id}",
           .summary = "Changes a rule, whose open alarms end",
           .cost = Cost::Blocking,
           .request_schema = "RuleKeys",
           .answer_schema = "Rule",
           .answer = answer_rule_change},
          {.method = "DELETE",
           .path = "/api/v1/rules/{id}",
           .summary = "Deletes a rule; its alarms stay in the log",
           .cost = Cost::Blocking,
           .answer_schema = "Rules",
           .answer = answer_rule_removal},
          {.method = "POST",
           .path = "/api/v1/rules/{id}/try",
           .summary = "What a rule, with the changes of the body, would have found in the past",
           .cost = Cost::Blocking,
           .parameters = period_parameters(),
           .request_schema = "RuleKeys",
           .answer_schema = "Trial",
           .answer = answer_trial}};
}

}  // namespace spectrumd
