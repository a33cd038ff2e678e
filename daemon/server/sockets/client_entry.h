// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "daemon/config/listen_address.h"
#include "daemon/server/sockets/poll_set.h"

namespace spectrumd {

// Where clients of a TCP server come in: a listening socket in the set of those that its thread waits for. While the
// process has no descriptor left for the next client it rests, as that one would wake the thread again and again. One
// thread; nothing blocks.
class ClientEntry {
 public:
  using Clock = std::chrono::steady_clock;

  // `name` is what the log calls the server. Throws ServerError, whose text names the `setting`.
  ClientEntry(std::string name, const std::string& listen, std::string_view setting, PollSet& polls);
  ~ClientEntry();
  ClientEntry(const ClientEntry&) = delete;
  ClientEntry& operator=(const ClientEntry&) = delete;

  int socket() const { return socket_; }
  ListenAddress address() const;  // with the actual port

  struct Client {
    int socket = -1;  // non-blocking; to be closed by the caller
    std::string address, port;
  };
  std::optional<Client> accept();
  void open_again(Clock::time_point now = Clock::now());  // if it rests, and it is time

 private:
  void rest(int error);

  const std::string name_;
  const ListenAddress listen_;
  PollSet& polls_;
  const int socket_;
  std::optional<Clock::time_point> rests_until_;
};

}  // namespace spectrumd
