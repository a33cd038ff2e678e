// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

namespace spectrumd {

// The sockets that a thread waits for (epoll, level-triggered), and a bell that other threads ring to wake it. One
// thread, except ring(); only wait() blocks.
class PollSet {
 public:
  using Handler = std::function<void(int fd, std::uint32_t events)>;  // EPOLLIN and so on

  PollSet();  // throws std::system_error
  ~PollSet();
  PollSet(const PollSet&) = delete;
  PollSet& operator=(const PollSet&) = delete;

  bool add(int fd, std::uint32_t events) noexcept;  // false: the kernel refused
  void change(int fd, std::uint32_t events) noexcept;
  void remove(int fd) noexcept;

  void ring() noexcept;                                                        // any thread
  void wait(std::chrono::milliseconds longest, const Handler& handler) const;  // until an event or the bell

 private:
  int epoll_;
  int bell_;
};

}  // namespace spectrumd
