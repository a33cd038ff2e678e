// SPDX-License-Identifier: MIT
#include "daemon/feeds/websocket_feed.h"

#include <fmt/format.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <utility>

#include "daemon/server/context.h"
#include "daemon/server/http/guards.h"
#include "daemon/server/http/head_text.h"
#include "daemon/server/http/request_error.h"
#include "daemon/server/sockets/socket_options.h"
#include "daemon/server/websocket/handshake.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr auto kRequestTime = 5s;
constexpr auto kTimeToRead = 1s;  // the answer
constexpr std::size_t kMostHeadBytes = 8192;

std::string answer_text(const std::string& status, const std::vector<Header>& headers, std::string_view body) {
  std::string text = fmt::format("HTTP/1.1 {}\r\n", status);
  for (const auto& [name, value] : headers) text += fmt::format("{}: {}\r\n", name, value);
  return text + "\r\n" + std::string(body);
}

// None of these protocols has a subprotocol, or compresses.
void strip_options(RequestHead& head) {
  std::erase_if(head.headers, [](const Header& header) {
    return same_name(header.first, "Sec-WebSocket-Extensions") || same_name(header.first, "Sec-WebSocket-Protocol");
  });
}

}  // namespace

WebSocketFeed::WebSocketFeed(const FeedPlan& plan, ServerContext& context, Receive receive, Work work)
    : stuck_(plan.stuck),
      context_(context),
      receive_(std::move(receive)),
      work_(std::move(work)),
      server_(plan, *this) {}

WebSocketFeed::~WebSocketFeed() {
  server_.stop();
  say_goodbye();
  for (const auto& [socket, client] : clients_) close(socket);
}

void WebSocketFeed::add(int socket, const std::string& address) {
  limit_send_buffer(socket);
  Client client;
  client.address = address;
  client.leave_at = Clock::now() + kRequestTime;
  clients_.emplace(socket, std::move(client));
}

void WebSocketFeed::serve(int socket, std::uint32_t events) {
  const auto found = clients_.find(socket);
  if (found == clients_.end()) return;
  Client& client = found->second;
  if (!client.connection) {
    if (!read_head(socket, client)) drop(socket);
    return;
  }
  WebSocketConnection& connection = *client.connection;
  connection.react(
      events, [&] { connection.read([&](std::string_view text) { client.talk->hear(text, connection.outbox()); }); });
  move_on(socket, client);
}

// False: disconnected. What comes after an answer is not looked at.
bool WebSocketFeed::read_head(int socket, Client& client) {
  std::array<char, 4096> bytes;
  const ssize_t count = recv(socket, bytes.data(), bytes.size(), 0);
  if (count == 0) return false;
  if (count < 0) return would_block();
  if (client.answered) return true;
  client.head.append(bytes.data(), static_cast<std::size_t>(count));
  for (const std::string_view end : {"\r\n\r\n", "\n\n"})
    if (const std::size_t at = client.head.find(end); at != std::string::npos)
      return welcome(socket, client, at + end.size());
  if (client.head.size() > kMostHeadBytes)
    answer(socket, client, "431 Request Header Fields Too Large", {"text/plain", "the request is too long\n"});
  return true;
}

bool WebSocketFeed::welcome(int socket, Client& client, std::size_t head_bytes) {
  try {
    RequestHead head = parse_request_head(std::string_view(client.head).substr(0, head_bytes));
    const ServerSettings settings = context_.settings().server;
    check_host(head, settings, settings, *context_.own_names);
    check_origin(head, settings);
    strip_options(head);
    Welcome welcome = receive_(head, client.address);
    if (const Page* page = std::get_if<Page>(&welcome))
      answer(socket, client, "200 OK", *page);
    else
      open(socket, client, head, std::move(std::get<0>(welcome)), head_bytes);
  } catch (const RequestError& error) {
    answer(socket, client, fmt::format("{} {}", error.status, error.code),
           {"text/plain", fmt::format("{}\n", error.what())});
  }
  return true;
}

void WebSocketFeed::open(int socket, Client& client, const RequestHead& head, std::unique_ptr<WebSocketTalk> talk,
                         std::size_t head_bytes) {
  std::vector<Header> headers = websocket_headers(head);
  headers.emplace_back("Connection", "Upgrade");
  const auto rest = std::as_bytes(std::span(client.head).subspan(head_bytes));
  client.connection = std::make_unique<WebSocketConnection>(socket, rest);
  const std::string text = answer_text("101 Switching Protocols", headers, "");
  client.connection->outbox().add_bytes(std::as_bytes(std::span(text)));
  client.talk = std::move(talk);
  client.head.clear();
  ++talking_;
  ++served_;
  serve(socket, EPOLLIN);  // what came with the request
}

// It fits into the buffer of a socket that nothing has been sent to.
void WebSocketFeed::answer(int socket, Client& client, const std::string& status, const Page& page) {
  const std::string text = answer_text(status,
                                       {{"Content-Type", page.type},
                                        {"Content-Length", std::to_string(page.body.size())},
                                        {"Cache-Control", "no-store"},
                                        {"Connection", "close"}},
                                       page.body);
  send(socket, text.data(), text.size(), MSG_NOSIGNAL);
  shutdown(socket, SHUT_WR);
  client.answered = true;
  client.leave_at = Clock::now() + kTimeToRead;
}

void WebSocketFeed::move_on(int socket, Client& client) {
  WebSocketConnection& connection = *client.connection;
  connection.write();
  if (connection.open() && connection.outbox().empty()) {
    const bool stays = client.talk->speak(connection.outbox());
    connection.write();
    if (!stays) {
      connection.close(WSLAY_CODE_GOING_AWAY, "");
      connection.write();
    }
  }
  if (const auto interest = connection.changed_interest()) server_.polls().change(socket, *interest);
}

std::chrono::milliseconds WebSocketFeed::tend() {
  const auto wait = work_();
  const auto now = Clock::now();
  for (auto next = clients_.begin(); next != clients_.end();) {
    auto& [socket, client] = *next++;
    if (client.connection) {
      client.connection->check_time(stuck_, now);
      move_on(socket, client);
    }
    if (client.connection ? client.connection->over() : now > client.leave_at) drop(socket);
  }
  return wait;
}

void WebSocketFeed::drop(int socket) {
  const auto found = clients_.find(socket);
  if (found->second.connection) --talking_;
  server_.polls().remove(socket);
  clients_.erase(found);
  close(socket);
}

void WebSocketFeed::say_goodbye() {
  for (auto& [socket, client] : clients_) {
    if (!client.connection) continue;
    client.connection->close(WSLAY_CODE_GOING_AWAY, "server stopping");
    client.connection->write();
  }
}

}  // namespace spectrumd
