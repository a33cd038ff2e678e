// SPDX-License-Identifier: MIT
#include "daemon/server/sockets/poll_set.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace spectrumd {

namespace {

constexpr std::size_t kEventsAtOnce = 128;

int checked(int fd, const char* what) {
  if (fd < 0) throw std::system_error(errno, std::generic_category(), what);
  return fd;
}

}  // namespace

PollSet::PollSet() : epoll_(checked(epoll_create1(EPOLL_CLOEXEC), "epoll_create1")) {
  bell_ = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (bell_ >= 0 && add(bell_, EPOLLIN)) return;
  const int reason = errno;
  close(epoll_);
  if (bell_ >= 0) close(bell_);
  throw std::system_error(reason, std::generic_category(), "eventfd");
}

PollSet::~PollSet() {
  close(bell_);
  close(epoll_);
}

bool PollSet::add(int fd, std::uint32_t events) noexcept {
  epoll_event event{.events = events, .data = {.fd = fd}};
  return epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &event) == 0;
}

void PollSet::change(int fd, std::uint32_t events) noexcept {
  epoll_event event{.events = events, .data = {.fd = fd}};
  epoll_ctl(epoll_, EPOLL_CTL_MOD, fd, &event);
}

void PollSet::remove(int fd) noexcept { epoll_ctl(epoll_, EPOLL_CTL_DEL, fd, nullptr); }

void PollSet::ring() noexcept {
  const std::uint64_t once = 1;
  // It can only fail when the bell rings already.
  [[maybe_unused]] const ssize_t written = write(bell_, &once, sizeof once);
}

void PollSet::wait(std::chrono::milliseconds longest, const Handler& handler) const {
  std::array<epoll_event, kEventsAtOnce> events;
  const int count = epoll_wait(epoll_, events.data(), events.size(), static_cast<int>(longest.count()));
  for (int i = 0; i < count; ++i) {
    const epoll_event& event = events[static_cast<std::size_t>(i)];
    std::uint64_t rings = 0;
    if (event.data.fd != bell_)
      handler(event.data.fd, event.events);
    else if (read(bell_, &rings, sizeof rings) < 0)
      continue;  // another event has silenced it
  }
}

}  // namespace spectrumd
