// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "daemon/watch/book/book.h"

namespace spectrumd {

// When a message is tried again after so many failures: 10 s, 20 s, 40 s, ... an hour, of which a fifth more or less as
// `chance` from 0 to 1 says, so that many receivers do not come back together.
std::chrono::nanoseconds backoff(int tries, double chance);

// Sends the messages of the book, oldest first, until they are sent or a day old: also those of before a restart. A
// thread `messenger`, which blocks on the network and on programs; no other thread waits for it.
class Messenger {
 public:
  // Returns why a message could not be sent, or an empty text.
  using Deliver = std::function<std::string(const Message&, std::stop_token)>;

  // What has ended with an error is reported to `on_failure`, on the thread.
  Messenger(
      Book& book, Deliver deliver, std::function<void(const std::string&)> on_failure,
      std::function<Time()> now = [] { return std::chrono::system_clock::now(); });
  ~Messenger();

  void wake();  // there is a new message, or the clock has been moved

 private:
  void run(const std::stop_token& stop);
  void send_due(const std::stop_token& stop);
  void send(const Message& message, const std::stop_token& stop);
  std::chrono::nanoseconds pause();

  Book& book_;
  const Deliver deliver_;
  const std::function<void(const std::string&)> on_failure_;
  const std::function<Time()> now_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable_any woken_;
  bool work_ = true;
  std::jthread thread_;
};

}  // namespace spectrumd
