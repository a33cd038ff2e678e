// SPDX-License-Identifier: MIT
#include "daemon/feeds/influx/influx_feed.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "daemon/feeds/influx/points.h"
#include "daemon/pipeline/rest.h"
#include "daemon/server/context.h"
#include "daemon/server/http/base64.h"
#include "daemon/server/http/gzip.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostBody = 1 << 20, kMostLines = 5000;  // InfluxDB's advice
constexpr auto kWriteLimit = 10s;
constexpr auto kFirstRetry = 1s, kLongestRetry = 60s;
constexpr std::size_t kLongestReply = 4096, kLongestReason = 200;
constexpr int kFastGzip = 1;
// The points are at fault, and would be the next time.
constexpr std::array<long, 3> kRefusals{400, 413, 422};

// Times are in milliseconds, in both versions, whatever precision the URL has.
std::string url_of(const InfluxServer& influx) {
  InfluxServer at = influx;
  at.user.clear();  // it is sent in the header
  std::string url = to_string(at);
  if (const std::size_t key = url.find("precision=");
      key != std::string::npos && (url[key - 1] == '?' || url[key - 1] == '&'))
    url.erase(key, url.find('&', key) - key + 1);
  if (!url.ends_with('?') && !url.ends_with('&')) url += '&';
  return url + "precision=ms";
}

std::string authorization(const InfluxServer& influx, const std::string& token) {
  if (influx.user.empty()) return "Authorization: Token " + token;
  const std::string pair = influx.user + ":" + token;
  return "Authorization: Basic " + base64(std::span(reinterpret_cast<const std::uint8_t*>(pair.data()), pair.size()));
}

// "the server answered 400: unable to parse 'x': missing fields"
std::string reason_of(const WebAnswer& answer) {
  std::string reason = answer.cause();
  if (!answer.problem.empty() || answer.body.empty()) return reason;
  std::string said = answer.body.substr(0, kLongestReason);
  std::ranges::replace_if(
      said, [](char letter) { return static_cast<unsigned char>(letter) < ' '; }, ' ');
  return reason + ": " + said;
}

}  // namespace

InfluxFeed::InfluxFeed(Plan plan, ServerContext& context)
    : context_(context),
      plan_(std::move(plan)),
      url_(url_of(plan_.server)),
      entry_(context.feeds, [this] { return status(); }) {
  thread_ = std::jthread([this](const std::stop_token& stop) {
    pthread_setname_np(pthread_self(), "influx");
    run(stop);
  });
}

// The first points are those of the first period.
void InfluxFeed::run(const std::stop_token& stop) {
  for (auto next = Clock::now() + plan_.period; !stop.stop_requested();) {
    const auto until = failures_ > 0 ? std::min(next, again_) : next;
    rest(stop, std::max(0ms, std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now())));
    if (stop.stop_requested()) return;
    if (const auto now = Clock::now(); now >= next) {
      queue_.push(points_of(context_, std::chrono::system_clock::now()));
      next = std::max(next + plan_.period, now);
    }
    if (failures_ == 0 || Clock::now() >= again_) deliver(stop);
    delivered_ = queue_.delivered();
    lost_ = queue_.lost();
  }
}

void InfluxFeed::deliver(const std::stop_token& stop) {
  for (std::string lines = queue_.front(kMostBody, kMostLines); !lines.empty();
       lines = queue_.front(kMostBody, kMostLines)) {
    const WebAnswer answer = client_.ask(request_for(lines), stop);
    if (stop.stop_requested()) return;
    const bool refused = answer.problem.empty() && std::ranges::count(kRefusals, answer.status) > 0;
    if (!answer.good()) state_.set("waiting", reason_of(answer));
    if (!answer.good() && !refused) {
      again_ = Clock::now() + std::min<Clock::duration>(kFirstRetry * (1 << std::min(failures_, 6)), kLongestRetry);
      ++failures_;
      return;
    }
    failures_ = 0;
    refused ? queue_.refused() : queue_.done();
    if (!refused) state_.set("connected", "");
  }
}

WebRequest InfluxFeed::request_for(const std::string& lines) const {
  WebRequest request{.url = url_,
                     .fields = {"Content-Type: text/plain; charset=utf-8", "Content-Encoding: gzip"},
                     .body = gzip(lines, kFastGzip),
                     .limit = kWriteLimit,
                     .longest_answer = kLongestReply};
  if (!plan_.token.empty()) request.fields.push_back(authorization(plan_.server, plan_.token));
  return request;
}

FeedStatus InfluxFeed::status() const {
  const FeedState::Now now = state_.now();
  return {.name = "influx",
          .address = to_string(plan_.server.server),
          .state = now.state,
          .cause = now.cause,
          .messages = delivered_,
          .lost = lost_};
}

}  // namespace spectrumd
