// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace spectrumd {

// An address cannot be served. The text gives the address, the reason and the remedy.
struct ServerError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Opens a listening socket at "127.0.0.1:8088" or "[::1]:8088"; "[::]" accepts IPv4 as well. Non-blocking; owned by the
// caller. Throws ServerError.
int open_listen_socket(std::string_view address_text, std::string_view setting = "server.listen");

// Opens a socket that receives datagrams at such an address, or those of a multicast group once it has joined it:
// "224.0.0.1:2237". Likewise.
int open_datagram_socket(std::string_view address_text, std::string_view setting);

// Several programs receive what is sent to a multicast group, of IPv4 here.
bool is_multicast_group(const std::string& host);

// Joins a group at every network interface that there is now; they come and go, so this is to be called again and
// again. Returns whether it is joined at any.
bool join_group(int datagram_socket, const std::string& group);

std::uint16_t port_of(int listen_socket);

}  // namespace spectrumd
