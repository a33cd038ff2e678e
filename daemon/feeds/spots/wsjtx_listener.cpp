// SPDX-License-Identifier: MIT
#include "daemon/feeds/spots/wsjtx_listener.h"

#include <fmt/format.h>
#include <pthread.h>
#include <spdlog/spdlog.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>

#include "daemon/feeds/spots/callsign.h"
#include "daemon/server/sockets/listen_socket.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr auto kDecodeLife = 5min;  // a station that has not been heard for that long has gone
constexpr auto kWsprLife = 30min;
constexpr auto kJoinPeriod = 5s;  // a network that comes later is joined by then
constexpr std::size_t kMostPrograms = 64;
constexpr std::size_t kLongestDatagram = 4096;

}  // namespace

WsjtxListener::WsjtxListener(const std::string& address, SpotList& spots, FeedList& feeds)
    : listen_(parse_listen(address).value_or(ListenAddress{})),
      spots_(spots),
      socket_(open_datagram_socket(address, "feeds.spots")),
      entry_(feeds, [this] {
        const FeedState::Now now = state_.now();
        return FeedStatus{.name = "wsjtx",
                          .address = to_string(this->address()),
                          .state = now.state,
                          .cause = now.cause,
                          .messages = messages_};
      }) {
  join();
  polls_.add(socket_, EPOLLIN);
  thread_ = std::jthread([this](const std::stop_token& stop) {
    pthread_setname_np(pthread_self(), "wsjtx");
    while (!stop.stop_requested()) {
      join();
      polls_.wait(1s, [this](int, std::uint32_t) { receive(); });
    }
  });
}

WsjtxListener::~WsjtxListener() {
  thread_.request_stop();
  polls_.ring();
  thread_.join();
  close(socket_);
}

ListenAddress WsjtxListener::address() const { return {.host = listen_.host, .port = port_of(socket_)}; }

// At boot there may be no network yet.
void WsjtxListener::join() {
  const auto now = std::chrono::steady_clock::now();
  if (!is_multicast_group(listen_.host) || now < next_join_) return;
  next_join_ = now + kJoinPeriod;
  if (join_group(socket_, listen_.host))
    state_.set("listening", "");
  else
    state_.set("waiting", "no network interface receives " + listen_.host);
}

void WsjtxListener::receive() {
  std::array<std::byte, kLongestDatagram> bytes;
  const ssize_t count = recv(socket_, bytes.data(), bytes.size(), 0);
  if (count < 0) return;
  const auto message = parse_wsjtx(std::span(bytes).first(static_cast<std::size_t>(count)));
  if (!message) return;
  ++messages_;
  std::visit([this](const auto& known) { note(known); }, *message);
}

void WsjtxListener::note(const WsjtxStatus& status) {
  if (dials_.size() < kMostPrograms || dials_.contains(status.id)) dials_[status.id] = status.dial_hz;
}

void WsjtxListener::note(const WsjtxDecode& decode) {
  const auto dial = dials_.find(decode.id);
  const std::string_view sender = sender_of(decode.message);
  if (dial == dials_.end() || dial->second == 0 || sender.empty()) return;
  spots_.place({.frequency = {static_cast<double>(dial->second + decode.offset_hz)},
                .label = std::string(sender),
                .comment = fmt::format("{} {:+d} dB: {}", decode.mode, decode.snr_db, decode.message),
                .source = "wsjtx"},
               kDecodeLife);
}

void WsjtxListener::note(const WsprDecode& decode) {
  if (!is_callsign(decode.callsign) || decode.hz == 0) return;
  spots_.place({.frequency = {static_cast<double>(decode.hz)},
                .label = decode.callsign,
                .comment = fmt::format("WSPR {:+d} dB, {} dBm, {}", decode.snr_db, decode.power_dbm, decode.locator),
                .source = "wspr"},
               kWsprLife);
}

}  // namespace spectrumd
