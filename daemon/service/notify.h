// SPDX-License-Identifier: MIT
#pragma once

#include <sys/socket.h>
#include <sys/un.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace spectrumd {

// Reports the state of the service to systemd (Type=notify), through the datagram socket named in NOTIFY_SOCKET.
// Without one, or without a listener, it does nothing: that is never a reason to stop. Any thread; nothing blocks.
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

  // The time within which systemd expects watchdog(), or it kills the service; call it at half of that. Nullopt without
  // a watchdog.
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
