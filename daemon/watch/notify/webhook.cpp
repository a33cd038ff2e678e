// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <chrono>

#include "daemon/watch/notify/deliveries.h"
#include "daemon/watch/notify/hmac.h"
#include "daemon/watch/notify/web_client.h"

namespace spectrumd {
namespace {

std::vector<std::string> fields_of(const Message& message) {
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  const auto time = now.time_since_epoch().count();
  std::vector<std::string> fields{"Content-Type: application/json", fmt::format("X-Spectrumd-Delivery: {}", message.id),
                                  fmt::format("X-Spectrumd-Time: {}", time)};
  if (!message.secret.empty())
    fields.push_back(fmt::format("X-Spectrumd-Signature: sha256={}",
                                 hex_of(hmac_sha256(message.secret, fmt::format("{}.{}", time, message.body)))));
  return fields;
}

}  // namespace

std::string post_webhook(const Message& message, std::stop_token stop) {
  return WebClient()
      .ask({.url = message.destination, .fields = fields_of(message), .body = message.body}, stop)
      .cause();
}

}  // namespace spectrumd
