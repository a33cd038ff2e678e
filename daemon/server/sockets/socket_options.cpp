// SPDX-License-Identifier: MIT
#include "daemon/server/sockets/socket_options.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <cerrno>

namespace spectrumd {

namespace {

constexpr unsigned kDeadPeerMs = 30'000;
constexpr int kUnsentBytes = 16 * 1024;

template <class Value>
void set(int fd, int level, int option, const Value& value) {
  setsockopt(fd, level, option, &value, sizeof value);
}

}  // namespace

bool would_block() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

void limit_send_buffer(int fd, int bytes) { set(fd, SOL_SOCKET, SO_SNDBUF, bytes); }
void give_up_dead_peers(int fd) { set(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, kDeadPeerMs); }
void send_at_once(int fd) { set(fd, IPPROTO_TCP, TCP_NODELAY, 1); }
void keep_little_unsent(int fd) { set(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, kUnsentBytes); }
void reset_on_close(int fd) { set(fd, SOL_SOCKET, SO_LINGER, linger{.l_onoff = 1, .l_linger = 0}); }

}  // namespace spectrumd
