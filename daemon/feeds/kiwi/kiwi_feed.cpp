// SPDX-License-Identifier: MIT
#include "daemon/feeds/kiwi/kiwi_feed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <memory>

#include "daemon/config/host_name.h"
#include "daemon/config/version.h"
#include "daemon/feeds/kiwi/kiwi_talk.h"
#include "daemon/server/context.h"
#include "daemon/server/http/request_error.h"

namespace spectrumd {
namespace {

constexpr std::size_t kMostKiwiClients = 32;
constexpr double kMostFps = 23;
constexpr std::chrono::milliseconds kLookForKiwiRows(10), kKiwiIdle(500);

void remove_prefix(std::string_view& text, std::string_view prefix) {
  if (text.starts_with(prefix)) text.remove_prefix(prefix.size());
}

}  // namespace

bool is_kiwi_waterfall(std::string_view path) {
  remove_prefix(path, "/ws");
  remove_prefix(path, "/kiwi");
  constexpr std::string_view kStream = "/W/F";
  if (!path.starts_with('/') || !path.ends_with(kStream) || path.size() < 2 + kStream.size()) return false;
  const std::string_view time = path.substr(1, path.size() - 1 - kStream.size());
  return time.find_first_not_of("0123456789") == std::string_view::npos;
}

KiwiFeed::KiwiFeed(const FeedSettings& settings, ServerContext& context)
    : context_(context),
      server_(
          {.name = "kiwi", .listen = settings.kiwi, .setting = "feeds.kiwi", .most_clients = kMostKiwiClients}, context,
          [this](const RequestHead& head, const std::string&) { return receive(head); },
          [this] { return server_.clients() == 0 ? kKiwiIdle : kLookForKiwiRows; }),
      entry_(context.feeds, [this] { return status(); }) {}

WebSocketFeed::Welcome KiwiFeed::receive(const RequestHead& head) {
  if (is_kiwi_waterfall(head.path)) return std::make_unique<KiwiTalk>(context_, terms(), messages_);
  if (head.path == "/status") return WebSocketFeed::Page{.type = "text/plain", .body = status_page()};
  if (head.path == "/VER")
    return WebSocketFeed::Page{.type = "application/json",
                               .body = fmt::format(R"({{"maj":1,"min":843,"ts":{}}})", std::time(nullptr))};
  throw RequestError(404, "not_found", "only the waterfall is served: /SECONDS/W/F");
}

KiwiSession::Terms KiwiFeed::terms() const {
  const double rows = context_.receiver.settings()->analysis.rows;
  return {.band = kiwi_band(context_),
          .fps = static_cast<unsigned>(std::clamp(std::round(rows), 1.0, kMostFps)),
          .channel = static_cast<unsigned>(server_.clients()),
          .channels = kMostKiwiClients};
}

std::string KiwiFeed::status_page() const {
  const KiwiBand band = kiwi_band(context_);
  return fmt::format(
      "status=active\noffline=no\nname={}\nsdr_hw=spectrumd\nbands={:.0f}-{:.0f}\nusers={}\nusers_max={}\n"
      "sw_version=spectrumd {}\n",
      host_name(), band.offset_hz, band.offset_hz + band.width_hz, server_.clients(), kMostKiwiClients, version());
}

FeedStatus KiwiFeed::status() const {
  FeedStatus now = server_.status();
  now.messages = messages_;
  return now;
}

}  // namespace spectrumd
