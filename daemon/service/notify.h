// SPDX-License-Identifier: MIT
#pragma once

#include <sys/socket.h>
#include <sys/un.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace spectrumd {

// Tells systemd how we are (Type=notify), by the datagram socket it names in NOTIFY_SOCKET. Silent where there is none
// or nobody listens: that is never a reason to stop. Any thread.
class Notifier {
 public:
  Notifier();  // from the environment
  ~Notifier();
  Notifier(const Notifier&) = delete;
  Notifier& operator=(const Notifier&) = delete;

  void ready() const noexcept;
  void status(std::string_view text) const noexcept;  // one line, for `systemctl status`
  void reloading() const noexcept;                    // followed by ready() when done
  void stopping() const noexcept;
  void watchdog() const noexcept;

  // We are ended if watchdog() is not called this often; call it at half of it. Nothing where nobody watches.
  std::optional<std::chrono::microseconds> watchdog_interval() const { return watchdog_interval_; }

 private:
  void send(std::string_view message) const noexcept;

  sockaddr_un address_{};
  socklen_t address_length_ = 0;
  int socket_ = -1;
  std::optional<std::chrono::microseconds> watchdog_interval_;
};

// Calls watchdog(), unless a thread has stopped: that is logged, and systemd restarts the program.
void feed_watchdog(const Notifier& notifier, std::optional<std::string_view> stopped_thread);

}  // namespace spectrumd
