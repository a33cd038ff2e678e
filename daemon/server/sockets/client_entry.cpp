// SPDX-License-Identifier: MIT
#include "daemon/server/sockets/client_entry.h"

#include <netdb.h>
#include <netinet/in.h>
#include <spdlog/spdlog.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "daemon/server/sockets/listen_socket.h"
#include "daemon/server/sockets/socket_options.h"

namespace spectrumd {
namespace {

constexpr auto kEntryRest = std::chrono::seconds(1);

}  // namespace

ClientEntry::ClientEntry(std::string name, const std::string& listen, std::string_view setting, PollSet& polls)
    : name_(std::move(name)),
      listen_(parse_listen(listen).value_or(ListenAddress{})),
      polls_(polls),
      socket_(open_listen_socket(listen, setting)) {
  polls_.add(socket_, EPOLLIN);
}

ClientEntry::~ClientEntry() { close(socket_); }

ListenAddress ClientEntry::address() const { return {.host = listen_.host, .port = port_of(socket_)}; }

std::optional<ClientEntry::Client> ClientEntry::accept() {
  sockaddr_storage address{};
  socklen_t length = sizeof address;
  const auto pointer = reinterpret_cast<sockaddr*>(&address);
  const int socket = accept4(socket_, pointer, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (socket < 0) {
    rest(errno);
    return std::nullopt;
  }
  send_at_once(socket);
  give_up_dead_peers(socket);
  std::array<char, NI_MAXHOST> host{};
  std::array<char, NI_MAXSERV> port{};
  getnameinfo(pointer, length, host.data(), host.size(), port.data(), port.size(), NI_NUMERICHOST | NI_NUMERICSERV);
  return Client{.socket = socket, .address = host.data(), .port = port.data()};
}

void ClientEntry::rest(int error) {
  if (error != EMFILE && error != ENFILE && error != ENOBUFS && error != ENOMEM) return;
  spdlog::warn("{}: cannot accept clients for now: {}", name_, strerror(error));
  polls_.change(socket_, 0);
  rests_until_ = Clock::now() + kEntryRest;
}

void ClientEntry::open_again(Clock::time_point now) {
  if (!rests_until_ || now < *rests_until_) return;
  rests_until_.reset();
  polls_.change(socket_, EPOLLIN);
}

}  // namespace spectrumd
