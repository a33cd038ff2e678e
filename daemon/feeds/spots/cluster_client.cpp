// SPDX-License-Identifier: MIT
#include "daemon/feeds/spots/cluster_client.h"

#include <fmt/format.h>
#include <pthread.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>

#include "daemon/feeds/spots/cluster_line.h"
#include "daemon/pipeline/rest.h"
#include "daemon/sources/device/device.h"
#include "daemon/sources/tcp_connection.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr auto kConnectLimit = 5s;
constexpr auto kLookAtStop = 500ms;   // at whether it shall end
constexpr auto kSpotLife = 15min;     // of a spot
constexpr int kMostRetryFactor = 30;  // times the first
constexpr std::size_t kLongestClusterLine = 1024;
constexpr char kTelnetCommand = '\xff';

// Without what telnet negotiates: three bytes each.
std::string without_telnet(std::string_view bytes) {
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    if (bytes[at] == kTelnetCommand)
      at += 2;
    else
      text += bytes[at];
  }
  return text;
}

// A prompt has no end of line.
bool asks_for_callsign(std::string_view line) {
  const std::string lower = lower_case(line);
  return lower.find("login:") != std::string::npos || lower.find("call") != std::string::npos;
}

}  // namespace

ClusterClient::ClusterClient(Plan plan, SpotList& spots, FeedList& feeds)
    : plan_(std::move(plan)), spots_(spots), entry_(feeds, [this] { return status(); }) {
  thread_ = std::jthread([this](const std::stop_token& stop) {
    pthread_setname_np(pthread_self(), "dxcluster");
    run(stop);
  });
}

void ClusterClient::run(const std::stop_token& stop) {
  for (int times = 1; !stop.stop_requested(); times = std::min(2 * times, kMostRetryFactor)) {
    try {
      converse(stop);
    } catch (const DeviceError& error) {
      state_.set("waiting", error.what());
    }
    if (logged_in_) times = 1;
    rest(stop, times * plan_.retry);
  }
}

void ClusterClient::converse(const std::stop_token& stop) {
  unread_.clear();
  logged_in_ = false;
  TcpConnection connection(plan_.server, kConnectLimit);
  state_.set("connected", "");
  auto said = std::chrono::steady_clock::now();
  const auto send = [&](std::string_view text) {
    connection.send(std::as_bytes(std::span(text)));
    said = std::chrono::steady_clock::now();
  };
  while (!stop.stop_requested()) {
    if (std::chrono::steady_clock::now() - said > plan_.keep_alive) send("\r\n");
    if (!connection.readable(kLookAtStop)) continue;
    std::array<std::byte, 4096> bytes;
    const std::size_t count = connection.receive(bytes);
    if (count == 0) return state_.set("waiting", "the cluster has closed the connection");
    read({reinterpret_cast<const char*>(bytes.data()), count}, send);
  }
}

void ClusterClient::read(std::string_view bytes, const std::function<void(std::string_view)>& send) {
  unread_ += without_telnet(bytes);
  std::string_view rest = unread_;
  for (std::size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
    read_line(rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  if (!logged_in_ && asks_for_callsign(rest)) {
    send(plan_.callsign + "\r\n");
    logged_in_ = true;
    rest = {};
  }
  unread_ = rest.size() > kLongestClusterLine ? "" : std::string(rest);
}

void ClusterClient::read_line(std::string_view line) {
  auto spot = parse_cluster_line(line);
  if (!spot) return;
  spots_.place({.frequency = spot->frequency,
                .label = std::move(spot->call),
                .comment = fmt::format("{} de {}", spot->comment, spot->spotter),
                .source = "dxcluster"},
               kSpotLife);
  ++spotted_;
}

FeedStatus ClusterClient::status() const {
  const FeedState::Now now = state_.now();
  return {.name = "dxcluster",
          .address = to_string(plan_.server),
          .state = now.state,
          .cause = now.cause,
          .messages = spotted_};
}

}  // namespace spectrumd
