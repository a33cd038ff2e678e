// SPDX-License-Identifier: MIT
#include "daemon/watch/notify/announcements.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "daemon/config/json_text.h"
#include "daemon/watch/alarm_json.h"
#include "daemon/watch/notify/deliveries.h"

namespace spectrumd {

std::vector<Message> announcements_of(const Alarm& alarm, const Actions& actions, const WatchSettings& settings) {
  const std::string text = actions.text.empty() ? line_of(alarm) : filled_in(actions.text, alarm);
  const Json json{{"event", alarm.end ? "ended" : "began"}, {"text", text}, {"alarm", alarm_json(alarm)}};
  std::vector<Message> messages;
  const auto add = [&](const char* kind, std::string destination, std::string body) {
    Message message;
    message.alarm = alarm.id;
    message.kind = kind;
    message.destination = std::move(destination);
    message.secret = actions.secret;
    message.body = std::move(body);
    message.created = std::chrono::system_clock::now();
    messages.push_back(std::move(message));
  };
  if (!actions.webhook.empty()) add("webhook", actions.webhook, to_text(json));
  if (actions.command && !settings.command.empty()) {
    Json arguments = Json::array();
    for (const std::string& argument : settings.command) arguments.push_back(filled_in(argument, alarm));
    add("command", to_text(arguments), to_text(json));
  }
  if (!actions.email.empty() && !alarm.end)
    add("email", actions.email, mail_text(actions.email, "spectrumd: " + line_of(alarm), text));
  return messages;
}

std::string deliver(const Message& message, const WatchSettings& settings, const std::stop_token& stop) try {
  if (message.kind == "webhook") return post_webhook(message, stop);
  if (message.kind == "email") return run_program({settings.sendmail, "-t", "-oi"}, message.body, stop);
  const Json arguments = parse_json(message.destination, {.bytes = 1 << 20});
  return run_program(arguments.get<std::vector<std::string>>(), message.body, stop);
} catch (const std::exception& error) {
  return error.what();
}

}  // namespace spectrumd
