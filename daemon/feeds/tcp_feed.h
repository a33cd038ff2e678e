// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/feeds/feed_server.h"

namespace spectrumd {

// What one client of a TcpFeed says, and what it is answered or sent.
class FeedTalk {
 public:
  virtual ~FeedTalk() = default;

  // Appends answers to what the client has sent. False: disconnect once they are sent.
  virtual bool hear(std::string_view bytes, std::string& answers) = 0;

  // Appends what the client gets without a question; called after the work of the feed, if everything before is sent.
  // Likewise.
  virtual bool speak(std::string& /*bytes*/) { return true; }
};

// A TCP server whose clients ask and are answered, or are sent what there is, on its own thread from construction until
// stop(). A client that does not read is neither heard nor spoken to, and dropped after `stuck`; none waits for
// another.
class TcpFeed final : private FeedServer::Owner {
 public:
  using NewTalk = std::function<std::unique_ptr<FeedTalk>(const std::string& address)>;

  // Does what is due whenever clients were heard, and says when it is to be called again at the latest.
  using Work = std::function<std::chrono::milliseconds()>;

  // Both functions are called on the thread of the feed. The kernel keeps `send_buffer` bytes of a client; nullopt:
  // what the system allows. Throws ServerError.
  TcpFeed(const FeedPlan& plan, NewTalk new_talk, Work work, std::optional<int> send_buffer = {});
  ~TcpFeed() { stop(); }

  // Ends the talks with all clients. Afterwards neither function is called any more, but wake() still may be.
  void stop();

  ListenAddress address() const { return server_.address(); }  // with the actual port
  std::size_t clients() const { return connected_; }
  FeedStatus status() const { return server_.status(connected_, served_); }
  void wake() noexcept { server_.wake(); }  // there is something to do or to say; any thread

 private:
  using Clock = std::chrono::steady_clock;

  struct Client {
    std::unique_ptr<FeedTalk> talk;
    std::string unsent;
    Clock::time_point moved;  // when its socket last accepted data, or nothing was waiting
    bool ends = false;        // once everything is sent
  };

  std::size_t client_count() const override { return clients_.size(); }
  void add(int socket, const std::string& address) override;
  void serve(int socket, std::uint32_t events) override;
  std::chrono::milliseconds tend() override;
  void speak();
  void deliver(int socket, Client& client);
  bool hear(int socket, Client& client) const;
  bool send(int socket, Client& client) const;
  void drop_stuck();
  void drop(int socket);

  const std::chrono::milliseconds stuck_;
  const NewTalk new_talk_;
  const Work work_;
  const std::optional<int> send_buffer_;
  std::map<int, Client> clients_;  // by their sockets
  std::atomic<std::size_t> connected_ = 0;
  std::atomic<std::uint64_t> served_ = 0;
  FeedServer server_;
};

}  // namespace spectrumd
