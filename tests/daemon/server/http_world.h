// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "daemon/server/http_server.h"
#include "daemon/server/receiver_site.h"
#include "tests/daemon/pipeline/rows.h"
#include "tests/daemon/server/gate.h"
#include "tests/daemon/server/http_client.h"
#include "tests/daemon/server/websocket_test_client.h"
#include "tests/eventually.h"

namespace spectrumd {

inline Settings small_radio_settings() {
  Settings settings;
  settings.source = "sim";
  settings.tuning.rate = {250e3};
  settings.analysis.fft = 256;
  settings.analysis.rows = 10;
  settings.server.listen = "127.0.0.1:0";
  return settings;
}

// What asks for a WebSocket, and for what a token guards.
inline const Lines kHandshake{"Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="};
inline const Lines kToken{"Authorization: Bearer 0123456789abcdef"};

// A row as it comes now, or came: noise at -70 dB and a carrier of -20 dB in the bin given.
inline RowPtr row_now(std::uint64_t sequence, std::size_t bins, std::size_t carrier,
                      std::chrono::milliseconds ago = std::chrono::milliseconds(0)) {
  std::vector<Centibel> levels(bins, -7000);
  levels[carrier] = -2000;
  auto row = make_row(sequence, levels);
  row->time = std::chrono::system_clock::now() - row->duration - ago;
  return row;
}

// A whole server on a free port. Its radio is simulated and fills a separate history; the rows that the server shows
// are made by the tests.
class HttpWorld : public testing::Test {
 protected:
  explicit HttpWorld(const Settings& settings = small_radio_settings(), const HttpLimits& limits = {},
                     Accounts* accounts = nullptr)
      : settings_(settings), receiver_(settings_, radio_history_, events_, heartbeats_) {
    context_.accounts = accounts;
    server_ = std::make_unique<HttpServer>(receiver_site(context_, hub_), limits);
  }
  ~HttpWorld() override {
    recordings_gate_.open();
    settings_gate_.open();
    server_.reset();
  }

  std::uint16_t port() const { return server_->port(); }
  HttpClient client() const { return HttpClient(port()); }

  HttpAnswer get(std::string_view target, const Lines& lines = {}) const {
    return client().ask(request_text("GET", target, lines));
  }
  HttpAnswer patch(std::string_view body, Lines lines = {"Content-Type: application/json"}) const {
    return client().ask(request_text("PATCH", "/api/v1/tuning", lines, body));
  }

  WebSocketTestClient websocket() const {
    HttpClient http = client();
    EXPECT_EQ(http.ask(request_text("GET", "/ws", kHandshake)).status, 101);
    std::string first_bytes = http.rest();
    return WebSocketTestClient(http.release(), std::move(first_bytes));
  }

  void push(RowPtr row) {
    history_.push(std::move(row));
    hub_.wake();
    server_->wake();
  }

  const Settings settings_;
  History radio_history_{8 << 20}, history_{64 << 20};
  EventLog events_;
  Heartbeats heartbeats_;
  Receiver receiver_;
  Gate recordings_gate_, settings_gate_;  // shut, they hold up what asks for recordings, or any request
  ChannelBook channels_{receiver_};
  Recordings recordings_{receiver_, channels_, events_, [this] {
                           recordings_gate_.pass();
                           return settings_;
                         }};
  ServerContext context_{.receiver = receiver_,
                         .history = history_,
                         .events = events_,
                         .heartbeats = heartbeats_,
                         .recordings = recordings_,
                         .settings = [this] {
                           settings_gate_.pass();
                           return settings_;
                         }};
  WebSocketHub hub_{context_};
  std::unique_ptr<HttpServer> server_;
};

}  // namespace spectrumd
