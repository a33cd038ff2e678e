// SPDX-License-Identifier: MIT
#include "daemon/hub/reach.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "daemon/config/reached.h"
#include "daemon/watch/notify/web_client.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kLongestStatus = 1 << 18;
constexpr std::size_t kLongestEvidence = 8 << 20;

// A name that is a number is that of no other receiver.
bool is_of(std::string_view name, std::int64_t id, std::string_view its_name) {
  const bool is_number = std::ranges::all_of(name, [](char letter) { return letter >= '0' && letter <= '9'; });
  return is_number ? name == std::to_string(id) : name == its_name;
}

std::string url_in(const HubSettings& settings, std::int64_t id, std::string_view name) {
  for (const std::string& text : settings.reach)
    if (const auto reached = parse_reached(text); reached && is_of(reached->name, id, name)) return reached->url;
  return "";
}

std::string token_in(const HubSettings& settings, const FleetIdentity& receiver) {
  std::string of_others;
  for (const std::string& text : settings.tokens) {
    const std::size_t sign = text.find('=');
    if (sign == std::string::npos)
      of_others = text;
    else if (is_of(text.substr(0, sign), receiver.id, receiver.name))
      return text.substr(sign + 1);
  }
  return of_others;
}

// Requests to one place, over one connection.
class Asking {
 public:
  Asking(const ReachedPlace& place, std::chrono::milliseconds limit, const std::stop_token& stop)
      : place_(place), stop_(stop), end_(Clock::now() + limit) {}

  WebAnswer ask(const std::string& path, std::size_t longest) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end_ - Clock::now());
    return client_.ask({.url = place_.url + path,
                        .fields = place_.fields(),
                        .body = {},
                        .limit = std::max<std::chrono::milliseconds>(left, 1ms),
                        .longest_answer = longest},
                       stop_);
  }

 private:
  const ReachedPlace& place_;
  const std::stop_token& stop_;
  const Clock::time_point end_;
  WebClient client_;
};

void check_answer(const WebAnswer& answer) {
  if (answer.timed_out) throw RequestError(504, "receiver_timeout", "the receiver has not answered in time");
  if (!answer.good()) throw unreached(answer.status, answer.problem);
}

// Of the identity that a receiver has said; empty if it has not.
std::string said_in(const Json& status, const char* key) {
  const auto member = [](const Json& object, const char* name) {
    const auto found = object.is_object() ? object.find(name) : object.end();
    return found != object.end() ? *found : Json();
  };
  const Json text = member(member(status, "identity"), key);
  return text.is_string() ? text.get<std::string>() : std::string();
}

void check_journal(const Json& status, const std::string& journal) {
  if (journal.empty() || said_in(status, "journal") == journal) return;
  throw RequestError(404, "not_found", "the receiver has begun to number its events again, and has this one no longer");
}

}  // namespace

std::vector<std::string> ReachedPlace::fields() const {
  return token.empty() ? std::vector<std::string>() : std::vector{"Authorization: Bearer " + token};
}

bool is_reached(const HubSettings& settings, std::int64_t id, std::string_view name) {
  return !url_in(settings, id, name).empty();
}

ReachedPlace place_of(const HubSettings& settings, const FleetIdentity& receiver) {
  ReachedPlace place{
      .receiver = receiver, .url = url_in(settings, receiver.id, receiver.name), .token = token_in(settings, receiver)};
  if (place.url.empty())
    throw RequestError(404, "not_reached", "this hub does not know where that receiver is; see hub.reach");
  return place;
}

void check_identity(const Json& status, const FleetIdentity& receiver) {
  const std::string history = said_in(status, "history"), board = said_in(status, "board");
  if (history.empty())
    throw RequestError(502, "other_receiver", "what is at the address of the receiver reports to no database");
  if (history != receiver.history || (!board.empty() && board != receiver.board))
    throw RequestError(502, "other_receiver", "another receiver is at the address of this one; see hub.reach");
}

RequestError unreached(long status, std::string_view problem) {
  if (status == 401 || status == 403)
    return {502, "receiver_refuses", "the receiver refuses the token of this hub; see hub.tokens"};
  if (status != 0)
    return {
        502, "receiver_failed",
        problem.empty() ? fmt::format("the receiver answers {}", status) : fmt::format("the receiver: {}", problem)};
  return {502, "receiver_unreachable", fmt::format("the receiver cannot be reached: {}", problem)};
}

std::string evidence_from(const ReachedPlace& place, std::int64_t event, std::string_view file,
                          const std::string& journal, std::chrono::milliseconds limit, const std::stop_token& stop) {
  Asking asking(place, limit, stop);
  const WebAnswer said = asking.ask("api/v1/status", kLongestStatus);
  check_answer(said);
  const Json status = Json::parse(said.body, nullptr, false);
  check_identity(status, place.receiver);
  check_journal(status, journal);
  WebAnswer answer = asking.ask(fmt::format("api/v1/events/log/{}/{}", event, file), kLongestEvidence);
  if (answer.status == 404)
    throw RequestError(404, "not_found", fmt::format("the receiver has no {} of this event, or has removed it", file));
  check_answer(answer);
  return std::move(answer.body);
}

}  // namespace spectrumd
