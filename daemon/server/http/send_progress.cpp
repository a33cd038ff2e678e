// SPDX-License-Identifier: MIT
#include "daemon/server/http/send_progress.h"

#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <utility>

namespace spectrumd {

namespace {

bool something_waits(int fd) {
  int bytes = 0;  // unacknowledged or not even sent
  return ioctl(fd, SIOCOUTQ, &bytes) == 0 && bytes > 0;
}

std::uint64_t bytes_taken(int fd) {
  tcp_info info{};
  socklen_t size = sizeof info;
  return getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 ? info.tcpi_bytes_acked : 0;
}

}  // namespace

void SendProgress::look(int fd, Clock::time_point now) {
  const bool waited_before = std::exchange(waits_, something_waits(fd));
  if (!waits_) moved_ = now;
  if (!waits_) return;
  waited_ = now;
  const std::uint64_t taken = bytes_taken(fd);
  if (std::exchange(taken_, taken) != taken) moved_ = now;
  if (!waited_before) begin_window(now);  // until now it was the server that was slow, if anybody was
}

bool SendProgress::is_slower(std::uint64_t bytes, Clock::duration window, Clock::time_point now) {
  if (!waits_ || now - window_began_ < window) return false;
  const bool slower = taken_ - taken_before_window_ < bytes;
  begin_window(now);
  return slower;
}

void SendProgress::begin_window(Clock::time_point now) {
  window_began_ = now;
  taken_before_window_ = taken_;
}

}  // namespace spectrumd
