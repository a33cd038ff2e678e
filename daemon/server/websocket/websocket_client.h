// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "daemon/server/context.h"
#include "daemon/server/rows/row_feed.h"
#include "daemon/server/rows/zoom_feed.h"
#include "daemon/server/websocket/client_messages.h"
#include "daemon/server/websocket/sound_feed.h"
#include "daemon/server/websocket/websocket_connection.h"

namespace spectrumd {

// A connection as passed on by HTTP.
struct WebSocketArrival {
  int fd = -1;
  std::vector<std::byte> first_bytes;
  Caller caller = {};
  std::function<void()> on_closed;
  std::optional<ClientAddress> address = {};  // its changes are limited together
  std::optional<DeflateTerms> deflate = {};   // as negotiated; nullopt: nothing is compressed
  bool may_compress = true;                   // there is memory to do so for one more client
};

// One client of the hub: answers its messages, and sends events, status and rows whenever its socket has room. One
// thread; nothing blocks.
class WebSocketClient {
 public:
  // Queues the hello message. `sound_arrived` is called on any thread when has_sound() has become true.
  WebSocketClient(ServerContext& context, WebSocketArrival arrival, std::function<void()> sound_arrived);
  ~WebSocketClient() { on_closed_(); }
  WebSocketClient(const WebSocketClient&) = delete;
  WebSocketClient& operator=(const WebSocketClient&) = delete;

  WebSocketConnection& connection() { return connection_; }
  bool wants_partial_rows() const { return feed_.request().partial && !feed_.request().pause; }
  Access access() const { return caller_.access(); }
  bool compresses() const { return deflater_memory_.has_value(); }
  void read();
  // Gives the client the rights that its token has by now, or closes the connection.
  void follow_rights(const Door& door);
  // Opens and closes the channel of a zoomed view, and reports it to the client.
  void follow_zoom(const ReceiverStatus& status);
  // Reports what has become of the channel that the client listens to, and its level.
  void follow_sound();
  bool has_sound() const { return sound_.waiting(); }
  void offer_status(SharedBytes status) { status_ = std::move(status); }

  // Writes what is queued, then what is new, until the socket is full or there is nothing more. `last_event` is that of
  // the event log.
  void serve(const LiveRows& rows, std::uint64_t last_event);

 private:
  bool add_next(const LiveRows& rows, std::uint64_t last_event);
  std::optional<RowFeed::Next> next_row(const LiveRows& rows);
  void add_events();
  void take(std::string_view text);
  void answer(std::string_view text);
  void answer(const ViewMessage& message);
  void answer(const TuneMessage& message);
  void answer(const PingMessage& message);
  void answer(const ListenMessage& message);
  void answer(const HeardMessage& message) { sound_.heard(message.packet); }
  void check_change();
  void compress(const DeflateTerms& terms);
  void say(std::string_view message) { connection_.outbox().add_text(share(message)); }

  ServerContext& context_;
  std::function<void()> on_closed_;
  Caller caller_;
  std::optional<ClientAddress> address_;
  TokenBucket messages_, changes_;
  std::optional<MemoryBudget::Share> deflater_memory_;
  WebSocketConnection connection_;
  RowFeed feed_;
  ZoomFeed zoom_;
  SoundFeed sound_;
  std::uint64_t last_event_;
  SharedBytes status_;  // waiting for room; replaced by a newer one
};

}  // namespace spectrumd
