// SPDX-License-Identifier: MIT
#include "tests/fakes/swallowing_link.h"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <list>
#include <stdexcept>
#include <vector>

#include "mailbox/descriptor.h"

namespace spectrumd {
namespace {

using mailbox::Descriptor;

struct Pair {
  Descriptor client, server;
  bool is_lost = false;  // something was swallowed
};

sockaddr_in loopback(std::uint16_t port) {
  return {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}, .sin_zero = {}};
}

// Returns false if an end has closed.
bool forward(Pair& pair, int from, int to, bool swallows) {
  std::array<char, 65536> bytes{};
  const ssize_t count = ::recv(from, bytes.data(), bytes.size(), 0);
  if (count <= 0) return false;
  pair.is_lost |= swallows;
  for (ssize_t sent = 0; !pair.is_lost && sent < count;) {
    const ssize_t part = ::send(to, bytes.data() + sent, static_cast<std::size_t>(count - sent), MSG_NOSIGNAL);
    if (part <= 0) return false;
    sent += part;
  }
  return true;
}

bool is_readable(const pollfd& place) { return (place.revents & (POLLIN | POLLHUP | POLLERR)) != 0; }

}  // namespace

SwallowingLink::SwallowingLink(std::uint16_t target) : target_(target) {
  Descriptor listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  if (::bind(listener.get(), reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(listener.get(), 64) != 0 ||
      ::getsockname(listener.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0)
    throw std::runtime_error("no port for a link");
  port_ = ntohs(address.sin_port);
  thread_ =
      std::jthread([this, listener = std::move(listener)](const std::stop_token& stop) { run(stop, listener.get()); });
}

void SwallowingLink::run(const std::stop_token& stop, int listener) const {
  std::list<Pair> pairs;
  std::vector<Descriptor> abandoned;  // the server does not hear of the end of a connection that is lost
  while (!stop.stop_requested()) {
    std::vector<pollfd> places{{.fd = listener, .events = POLLIN, .revents = 0}};
    for (const Pair& pair : pairs)
      for (const int end : {pair.client.get(), pair.server.get()})
        places.push_back({.fd = end, .events = POLLIN, .revents = 0});
    ::poll(places.data(), places.size(), 20);
    std::size_t n = 1;
    for (auto pair = pairs.begin(); pair != pairs.end(); n += 2) {
      const bool swallows = swallows_;
      const int client = pair->client.get(), server = pair->server.get();
      const bool goes_on = (!is_readable(places[n]) || forward(*pair, client, server, swallows)) &&
                           (!is_readable(places[n + 1]) || forward(*pair, server, client, swallows));
      if (!goes_on && pair->is_lost) abandoned.push_back(std::move(pair->server));
      pair = goes_on ? std::next(pair) : pairs.erase(pair);
    }
    if (!is_readable(places[0])) continue;
    Pair fresh{Descriptor(::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC)),
               Descriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))};
    const sockaddr_in address = loopback(target_);
    if (::connect(fresh.server.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0)
      pairs.push_back(std::move(fresh));
  }
}

}  // namespace spectrumd
