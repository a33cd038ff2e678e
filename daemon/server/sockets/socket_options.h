// SPDX-License-Identifier: MIT
#pragma once

namespace spectrumd {

inline constexpr int kSendBufferBytes = 128 * 1024;  // in the kernel, per client: the maximum backlog of a slow reader

// Whether the call that has just failed may be repeated later, by errno.
bool would_block();

// Settings of a client's socket. Errors are ignored: a socket that lacks an option works without it.

void limit_send_buffer(int fd, int bytes = kSendBufferBytes);
void give_up_dead_peers(int fd);  // the kernel closes a connection whose peer has acknowledged nothing for 30 s
void send_at_once(int fd);        // small messages do not wait for acknowledgements
void keep_little_unsent(int fd);  // in the kernel: what waits longer had better be encoded later
void reset_on_close(int fd);      // closing drops what the client has not taken, instead of keeping it for minutes

}  // namespace spectrumd
