// SPDX-License-Identifier: MIT
#include "daemon/server/http/exchange.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <charconv>
#include <chrono>
#include <nlohmann/json.hpp>

#include "daemon/server/http/assets.h"
#include "daemon/server/http/audited.h"
#include "daemon/server/http/cross_origin.h"
#include "daemon/server/http/guarded_body.h"
#include "daemon/server/http/packing.h"
#include "daemon/server/http/replies.h"
#include "daemon/server/http/unknown_host.h"

namespace spectrumd {

namespace {

constexpr std::size_t kMostBody = 64 * 1024;
constexpr std::size_t kMostUnwanted =
    1024 * 1024;  // what is read of a body that is too long, so that its client hears why
constexpr auto kLookAtWaiting = std::chrono::milliseconds(25);  // between looks at an answer that waits
constexpr std::string_view kPageMethods = "GET, HEAD";

// Absent or unreadable: libmicrohttpd has refused the latter.
std::size_t content_length(const RequestHead& head) {
  const std::string_view text = head.header("Content-Length").value_or("0");
  std::size_t length = 0;
  std::from_chars(text.data(), text.data() + text.size(), length);
  return length;
}

std::string allowed_methods(const Site& site, std::string_view path) {
  return find_asset(path, site.index) ? std::string(kPageMethods) : methods_of(site.routes, path);
}

Phase phase_of(const Answer& answer) {
  if (answer.is_websocket) return Phase::WebSocket;
  if (answer.file.descriptor) return Phase::SendingFile;
  return answer.is_stream ? Phase::Streaming : Phase::Answering;
}

RequestError stopping() { return {503, "stopping", "the server is stopping; try again later"}; }

// Short bodies are not counted: the budget is for long ones.
constexpr std::size_t kShortBody = 16 * 1024;

Answer refusal_of(const RequestError& error, const RequestHead& head, const Site& site) {
  if (is_unknown_host(error) && head.lists("Accept", "text/html")) return unknown_host_page(head);
  Answer answer = error_answer(error);
  if (error.code == kBadRequest || error.status == 503) answer.headers.emplace_back("Connection", "close");
  if (error.status == 405) answer.headers.emplace_back("Allow", allowed_methods(site, head.path));
  return answer;
}

// Returns the answer of `make`, or an error answer if it throws.
template <typename Make>
Answer answer_or_refusal(const RequestHead& head, const Site& site, Make make) {
  try {
    return make();
  } catch (const RequestError& error) {
    return refusal_of(error, head, site);
  } catch (const std::exception& error) {
    spdlog::error("{} {}: {}", head.method, head.path, error.what());
    return error_answer({500, "internal", "internal error; see the log of the server"});
  }
}

Answer ready_to_send(Service& service, const RequestHead& head, Answer answer) {
  pack(answer, head);
  if (answer.body.size() > kShortBody) answer.share = share_of_memory(service.site.memory, answer.body.capacity());
  return answer;
}

// Any thread.
Answer make_answer(Service& service, const Route& route, const RequestHead& head, const std::string& body,
                   const Sender& sender) {
  return answer_or_refusal(head, service.site, [&] {
    const Json json = route.request_schema.empty() ? Json() : parse_client_json(body);
    const Query query(route.parameters, head.query);
    const Request request{.head = head,
                          .query = query,
                          .body = json,
                          .routes = service.site.routes,
                          .sender = sender,
                          .accounts = service.site.accounts};
    Answer answer = route.answer(service.site.context, request);
    if (route.is_change()) note_change(route, request);
    return ready_to_send(service, head, std::move(answer));
  });
}

const Asset* find_page_file(const RequestHead& head, const Site& site) {
  const Asset* asset = find_asset(head.path, site.index);
  if (asset && head.method != "GET" && head.method != "HEAD" && head.method != "OPTIONS")
    throw RequestError(405, "method_not_allowed", fmt::format("{} accepts {}", head.path, kPageMethods));
  return asset;
}

}  // namespace

Exchange::Exchange(Service& service, MHD_Connection* connection, Connection& line, RequestHead head)
    : service_(service),
      connection_(connection),
      line_(line),
      head_(std::move(head)),
      settings_(service.site.settings()),
      door_(door_of(settings_.server, service.site.accounts)) {}

MHD_Result Exchange::begin() {
  try {
    check();
  } catch (const RequestError& error) {
    refuse(error);
  }
  const bool too_long = content_length(head_) > kMostUnwanted || head_.header("Transfer-Encoding");
  const bool waits_to_be_asked = head_.header("Expect").has_value();
  if (refusal_ && !is_guess_ && (too_long || waits_to_be_asked)) return send(std::move(*refusal_));
  return MHD_YES;
}

void Exchange::check() {
  if (line_.target_is_too_long)
    throw RequestError(414, "target_too_long", "the target or its list of parameters is too long");
  check_form(head_);
  check_host(head_, settings_.server, door_, *service_.site.own_names);
  check_place();
  check_length();
  if (find_page_file(head_, service_.site)) return;
  if (head_.method == "OPTIONS" && !methods_of(service_.site.routes, head_.path).empty()) return;
  route_ = &find_route(service_.site.routes, head_.method, head_.path);
  caller_ = check_all(head_, *route_, settings_.server, door_);
  is_guess_ = is_guess(head_, *route_, door_);
  if (caller_.is_known) service_.connections.admit_known(line_);
  if (route_->is_change() && !service_.site.change_limits.accept(line_.address)) throw too_many_changes();
}

// A connection beyond the limit is accepted if it has the token.
void Exchange::check_place() {
  if (!line_.is_one_too_many) return;
  const Token token = token_of(head_, door_);
  if (token == Token::Wrong) throw RequestError(401, kWrongToken, "wrong token");  // a guess, which has to wait
  if (token == Token::Right && service_.connections.admit_known(line_)) return;
  throw RequestError(503, "too_many_connections", "too many connections; try again later");
}

void Exchange::check_length() {
  if (content_length(head_) > kMostBody)
    throw RequestError(413, "too_large", fmt::format("bodies of more than {} bytes are not accepted", kMostBody));
}

void Exchange::refuse(const RequestError& error) {
  refusal_ = refusal_of(error, head_, service_.site);
  is_guess_ = error.code == kWrongToken;
}

MHD_Result Exchange::take(std::string_view piece) {
  body_bytes_ += piece.size();
  if (body_bytes_ > kMostUnwanted) return MHD_NO;
  if (!refusal_) body_ += piece;
  return MHD_YES;
}

// libmicrohttpd calls once more before a connection may sleep. Then it no longer waits to read, and a client that has
// closed its writing side gets its answer when the connection is resumed.
MHD_Result Exchange::finish() {
  service_.connections.enter(line_, Phase::Working);
  if ((is_guess_ || is_slow()) && !std::exchange(has_ended_, true)) return MHD_YES;
  if (must_wait() || begin_work() || wait_for_late()) return MHD_YES;
  return send(answer());
}

bool Exchange::must_wait() {
  if (!is_guess_ || std::exchange(has_waited_, true)) return false;
  const auto due = service_.failed_logins.note(line_.address);
  return due > Sleepers::Clock::now() && service_.sleepers.sleep(connection_, due);
}

bool Exchange::is_slow() const {
  return !refusal_ && route_ && (route_->cost == Cost::Compute || route_->cost == Cost::Blocking);
}

// The work has copies of everything it needs: when the server stops, it may outlive the exchange.
bool Exchange::begin_work() {
  if (!is_slow() || work_) return false;
  Workers& workers = route_->cost == Cost::Compute ? service_.encoder : service_.blocking;
  if (workers.is_full()) {
    refuse({503, "busy", "too many long requests are under way; try again later"});
    return false;
  }
  return run(workers, [&service = service_, &route = *route_, head = head_, body = body_, sender = sender()] {
    return make_answer(service, route, head, body, sender);
  });
}

bool Exchange::run(Workers& workers, std::function<Answer()> make) {
  work_ = std::make_shared<WorkResult<Answer>>();
  const auto job = [result = work_, make = std::move(make)] { result->make(make); };
  if (service_.work(connection_, workers, Workers::Kind::Request, job)) return true;
  work_ = nullptr;
  refuse(stopping());
  return false;
}

// An answer that waits for rows occupies no worker: it is looked at now and then.
bool Exchange::wait_for_late() {
  if (!work_ || !work_->ready()) return false;
  if (!made_) made_ = work_->take();
  if (!made_->late) return false;
  if (!made_->late->ready() && service_.sleepers.sleep(connection_, Sleepers::Clock::now() + kLookAtWaiting))
    return true;
  const auto late = std::exchange(made_, std::nullopt)->late;
  return run(service_.encoder, [&service = service_, head = head_, late] {
    return answer_or_refusal(head, service.site, [&] { return ready_to_send(service, head, late->make()); });
  });
}

Answer Exchange::answer() {
  if (refusal_) return std::move(*refusal_);
  if (head_.method == "OPTIONS") return answer_options(allowed_methods(service_.site, head_.path));
  if (route_) return answer_route();
  return answer_or_refusal(head_, service_.site,
                           [&] { return answer_asset(*find_asset(head_.path, service_.site.index), head_); });
}

Answer Exchange::answer_route() {
  if (!work_) return make_answer(service_, *route_, head_, body_, sender());
  if (made_) return std::move(*made_);
  return work_->ready() ? work_->take() : refusal_of(stopping(), head_, service_.site);
}

MHD_Result Exchange::send(Answer answer) {
  service_.connections.enter(line_, phase_of(answer));
  if (answer.is_stream && answer.source && service_.site.accounts)
    answer.source = while_permitted(answer.source, *service_.site.accounts, settings_.server, caller_,
                                    route_ ? route_->least_role() : Role::Viewer);
  share_with_origin(answer, head_, settings_.server);
  add_common_headers(answer);
  return reply(service_, connection_, head_.method == "HEAD", std::move(answer));
}

}  // namespace spectrumd
