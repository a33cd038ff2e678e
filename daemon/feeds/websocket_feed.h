// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "daemon/feeds/feed_server.h"
#include "daemon/server/http/request.h"
#include "daemon/server/websocket/websocket_connection.h"

namespace spectrumd {

struct ServerContext;

// What one client of a WebSocketFeed says, and what it is sent. Nothing here throws.
class WebSocketTalk {
 public:
  virtual ~WebSocketTalk() = default;

  virtual void hear(std::string_view text, Outbox& outbox) = 0;  // answers are added to the outbox
  // Adds what is new; called when everything before has been sent. False: disconnect.
  virtual bool speak(Outbox& outbox) = 0;
};

// A server of other programs' WebSockets and of a few texts by HTTP, on its own thread from construction to
// destruction. A client that does not read what it is sent is not spoken to, and dropped after `stuck`; none waits for
// another. Pages of other origins and unknown names of this server are refused as everywhere.
class WebSocketFeed final : private FeedServer::Owner {
 public:
  struct Page {
    std::string type, body;
  };
  using Welcome = std::variant<std::unique_ptr<WebSocketTalk>, Page>;
  // Of a request; throws RequestError.
  using Receive = std::function<Welcome(const RequestHead& head, const std::string& address)>;
  // Does what is due, and says when it is to be called again at the latest; then clients are spoken to.
  using Work = std::function<std::chrono::milliseconds()>;

  // Both functions are called on the thread of the feed. Throws ServerError.
  WebSocketFeed(const FeedPlan& plan, ServerContext& context, Receive receive, Work work);
  ~WebSocketFeed();

  ListenAddress address() const { return server_.address(); }  // with the actual port
  std::size_t clients() const { return talking_; }             // WebSockets
  FeedStatus status() const { return server_.status(talking_, served_); }

 private:
  using Clock = std::chrono::steady_clock;

  // First it sends a request. Then it has a connection and a talk, or has been answered and goes.
  struct Client {
    std::string address;
    std::string head;
    Clock::time_point leave_at;  // if there is no connection
    bool answered = false;
    std::unique_ptr<WebSocketConnection> connection;
    std::unique_ptr<WebSocketTalk> talk;
  };

  std::size_t client_count() const override { return clients_.size(); }
  void add(int socket, const std::string& address) override;
  void serve(int socket, std::uint32_t events) override;
  std::chrono::milliseconds tend() override;
  bool read_head(int socket, Client& client);
  bool welcome(int socket, Client& client, std::size_t head_bytes);
  void open(int socket, Client& client, const RequestHead& head, std::unique_ptr<WebSocketTalk> talk,
            std::size_t head_bytes);
  static void answer(int socket, Client& client, const std::string& status, const Page& page);
  void move_on(int socket, Client& client);
  void drop(int socket);
  void say_goodbye();

  const std::chrono::milliseconds stuck_;
  ServerContext& context_;
  const Receive receive_;
  const Work work_;
  std::map<int, Client> clients_;  // by their sockets
  std::atomic<std::size_t> talking_ = 0;
  std::atomic<std::uint64_t> served_ = 0;
  FeedServer server_;
};

}  // namespace spectrumd
