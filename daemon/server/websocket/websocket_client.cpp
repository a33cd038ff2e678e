// SPDX-License-Identifier: MIT
#include "daemon/server/websocket/websocket_client.h"

#include <spdlog/spdlog.h>

#include <utility>

#include "daemon/server/endpoints/channel_stream.h"
#include "daemon/server/endpoints/dial.h"
#include "daemon/server/http/audited.h"
#include "daemon/server/http/guards.h"

namespace spectrumd {

namespace {

constexpr int kMostAtOnce = 32;  // rows and messages in one go, so that one who catches up does not hold up the others

}  // namespace

WebSocketClient::WebSocketClient(ServerContext& context, WebSocketArrival arrival, std::function<void()> sound_arrived)
    : context_(context),
      on_closed_(std::move(arrival.on_closed)),
      caller_(arrival.caller),
      address_(arrival.address),
      messages_(kMessagesOfSocket),
      changes_(kChangesOfSocket),
      connection_(arrival.fd, arrival.first_bytes, arrival.deflate.has_value()),
      feed_(context.history.latest()),
      sound_(context.channels, context.channel_bytes_dropped, std::move(sound_arrived)),
      last_event_(context.events.last_id()) {
  if (arrival.deflate && arrival.may_compress) compress(*arrival.deflate);
  say(hello_message(context, caller_));
}

// Each message may be compressed or not: without memory for it, none is.
void WebSocketClient::compress(const DeflateTerms& terms) {
  auto share = context_.memory.take(MessageDeflater::memory_bytes(terms));
  if (!share) return;
  deflater_memory_.emplace(std::move(*share));
  connection_.outbox().compress(terms);
}

// An error with one client ends only that client.
void WebSocketClient::read() {
  try {
    connection_.read([this](std::string_view text) { take(text); });
  } catch (const std::exception& error) {
    spdlog::error("a WebSocket message could not be answered: {}", error.what());
    connection_.close(WSLAY_CODE_INTERNAL_SERVER_ERROR, "internal error");
  }
}

void WebSocketClient::serve(const LiveRows& rows, std::uint64_t last_event) {
  for (int i = 0; i < kMostAtOnce; ++i) {
    connection_.write();
    if (!connection_.open() || !connection_.outbox().empty() || !add_next(rows, last_event)) return;
  }
}

bool WebSocketClient::add_next(const LiveRows& rows, std::uint64_t last_event) {
  Outbox& outbox = connection_.outbox();
  if (last_event_ < last_event) add_events();
  if (status_) outbox.add_text(std::exchange(status_, nullptr));
  if (const auto packet = sound_.next()) outbox.add_binary(packet);
  if (const auto row = next_row(rows)) outbox.add_row(row->encoded, row->skipped);
  return !outbox.empty();
}

// While there are fine rows, they take the place of those of the band but for past ones.
std::optional<RowFeed::Next> WebSocketClient::next_row(const LiveRows& rows) {
  const bool zoomed = rows.newest && zoom_.covers(*rows.newest);
  if (zoomed) feed_.skip(rows);
  if (auto row = feed_.next(rows)) return row;
  return zoomed ? zoom_.next(rows) : std::nullopt;
}

void WebSocketClient::follow_rights(const Door& door) {
  const auto now = door.now(caller_);
  if (!now) return connection_.close(WSLAY_CODE_POLICY_VIOLATION, "access revoked");
  const Role before = std::exchange(caller_, *now).role;
  if (before == caller_.role) return;
  if (caller_.role < Role::Listener) sound_.change({});
  say(access_message(caller_));
}

void WebSocketClient::follow_zoom(const ReceiverStatus& status) {
  if (zoom_.follow(context_.zooms, status)) say(zoom_message(zoom_.facts()));
}

void WebSocketClient::follow_sound() {
  if (sound_.follow()) say(listen_message(sound_.facts()));
  if (const auto meter = sound_.meter()) say(meter_message(*meter, context_.settings().dbm_offset));
}

void WebSocketClient::add_events() {
  for (const Event& event : context_.events.after(last_event_)) {
    say(event_message(event, access()));
    last_event_ = event.id;
  }
}

void WebSocketClient::take(std::string_view text) {
  const auto now = TokenBucket::Clock::now();
  if (!messages_.has_one(now)) return connection_.close(WSLAY_CODE_POLICY_VIOLATION, "too many messages");
  messages_.take_one(now);
  answer(text);
}

void WebSocketClient::answer(std::string_view text) {
  try {
    std::visit([this](const auto& message) { answer(message); }, parse_client_message(text, feed_.request()));
  } catch (const RequestError& error) {
    say(error_message(error));
  }
}

void WebSocketClient::answer(const ViewMessage& message) {
  feed_.change(message.request, message.recent, context_.history);
  zoom_.change(message.request);
  say(view_message(feed_.request(), context_.settings().analysis.detector));
}

void WebSocketClient::answer(const TuneMessage& message) {
  if (!caller_.is_known && caller_.role < Role::Tuner)
    throw RequestError(403, "read_only", "this connection may not tune: that needs the token");
  check_role(caller_, Role::Tuner);
  check_change();
  use_dial(context_.accounts, caller_);
  const std::string address = address_ ? address_->text() : "";
  say(apply_tuning(context_, message, {.via = "websocket", .address = address, .name = caller_.name}));
  if (context_.accounts) context_.accounts->note(caller_, address, "tune", audited_values(*message.patch, true));
}

void WebSocketClient::check_change() {
  const auto now = TokenBucket::Clock::now();
  if (!changes_.has_one(now)) throw too_many_changes();
  changes_.take_one(now);
  if (address_ && !context_.change_limits.accept(*address_)) throw too_many_changes();
}

void WebSocketClient::answer(const ListenMessage& message) {
  check_role(caller_, Role::Listener);
  on_channels([&] { sound_.change(changed_request(sound_.request(), *message.keys)); });
  say(listen_message(sound_.facts()));
}

void WebSocketClient::answer(const PingMessage& message) {
  say(pong_message(message, std::chrono::system_clock::now(), connection_.outbox().bytes_written()));
}

}  // namespace spectrumd
