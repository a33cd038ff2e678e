// SPDX-License-Identifier: MIT
#include "daemon/service/notify.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ctime>

#include "daemon/config/environment.h"
#include "daemon/config/plain_text.h"

namespace spectrumd {
namespace {

std::optional<std::int64_t> positive_number(std::string_view text) {
  const auto value = plain_number<std::int64_t>(text);
  return value && *value > 0 ? value : std::nullopt;
}

// A datagram socket that waits a second at most if systemd is busy.
int make_socket() {
  const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  const timeval patience{.tv_sec = 1, .tv_usec = 0};
  if (socket >= 0) (void)::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  return socket;
}

std::optional<std::chrono::microseconds> interval_from_environment() {
  const std::string_view pid = environment("WATCHDOG_PID");
  if (!pid.empty() && positive_number(pid) != ::getpid()) return std::nullopt;  // meant for a parent of ours
  const auto interval = positive_number(environment("WATCHDOG_USEC"));
  return interval ? std::optional(std::chrono::microseconds(*interval)) : std::nullopt;
}

std::int64_t monotonic_microseconds() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000 + now.tv_nsec / 1000;
}

}  // namespace

Notifier::Notifier() : watchdog_interval_(interval_from_environment()) {
  const std::string_view name = environment("NOTIFY_SOCKET");
  if (name.size() < 2 || name.size() >= sizeof address_.sun_path || (name[0] != '/' && name[0] != '@')) return;
  address_.sun_family = AF_UNIX;
  std::ranges::copy(name, address_.sun_path);
  if (name[0] == '@') address_.sun_path[0] = '\0';  // the abstract namespace
  // An abstract name ends with the length, not with a zero; for a path the zero is not needed.
  address_length_ = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
  socket_ = make_socket();
}

Notifier::~Notifier() {
  if (socket_ >= 0) ::close(socket_);
}

void Notifier::ready() const noexcept { send("READY=1"); }

// A line break would begin another assignment.
void Notifier::status(std::string_view text) const noexcept {
  std::string message = "STATUS=" + std::string(text);
  std::ranges::replace(message, '\n', ' ');
  send(message);
}

// The time is required by Type=notify-reload.
void Notifier::reloading() const noexcept {
  send(fmt::format("RELOADING=1\nMONOTONIC_USEC={}", monotonic_microseconds()));
}

void Notifier::stopping() const noexcept { send("STOPPING=1"); }

void Notifier::watchdog() const noexcept { send("WATCHDOG=1"); }

// Addressed for every message rather than connected once: systemd may have recreated its socket.
void Notifier::send(std::string_view message) const noexcept {
  if (socket_ < 0) return;
  const auto* address = reinterpret_cast<const sockaddr*>(&address_);
  (void)::sendto(socket_, message.data(), message.size(), MSG_NOSIGNAL, address, address_length_);
}

void feed_watchdog(const Notifier& notifier, std::optional<std::string_view> stopped_thread) {
  if (!stopped_thread) return notifier.watchdog();
  spdlog::error("the {} thread has stopped working", *stopped_thread);
}

}  // namespace spectrumd
