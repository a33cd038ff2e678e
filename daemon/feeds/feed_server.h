// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <thread>

#include "daemon/server/feed_list.h"
#include "daemon/server/sockets/client_entry.h"
#include "daemon/server/sockets/poll_set.h"

namespace spectrumd {

// A feed that other programs connect to.
struct FeedPlan {
  std::string name;     // of the thread and in messages
  std::string listen;   // ADDRESS:PORT
  std::string setting;  // which that comes from
  std::size_t most_clients = 64;
  std::chrono::milliseconds stuck = std::chrono::seconds(10);  // a client that does not read is dropped after that
};

// The thread and the sockets of such a feed, from construction until stop(): it lets clients in and waits for them;
// what they say and are sent is up to its owner.
class FeedServer {
 public:
  // Whose clients they are. All calls come on the thread of the server.
  class Owner {
   public:
    virtual std::size_t client_count() const = 0;
    virtual void add(int socket,
                     const std::string& address) = 0;  // reported when it can be read; to be closed by the owner
    virtual void serve(int socket, std::uint32_t events) = 0;
    // Does what is due, and says when it is to be called again at the latest. Called whenever clients were served.
    virtual std::chrono::milliseconds tend() = 0;

   protected:
    ~Owner() = default;
  };

  FeedServer(const FeedPlan& plan, Owner& owner);  // throws ServerError
  ~FeedServer() { stop(); }

  void stop();                             // afterwards the owner is not called any more
  void wake() noexcept { polls_.ring(); }  // the owner has something to do; any thread
  PollSet& polls() { return polls_; }
  ListenAddress address() const { return entry_.address(); }  // with the actual port
  FeedStatus status(std::size_t clients, std::uint64_t served) const;

 private:
  void run(const std::stop_token& stop);
  void let_in();

  const FeedPlan plan_;
  Owner& owner_;
  PollSet polls_;
  ClientEntry entry_;
  std::jthread thread_;
};

}  // namespace spectrumd
