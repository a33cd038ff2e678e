// SPDX-License-Identifier: MIT
#include "daemon/feeds/n1mm/n1mm_feed.h"

#include <netdb.h>
#include <pthread.h>
#include <spdlog/spdlog.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <utility>

#include "daemon/config/host_port.h"
#include "daemon/feeds/n1mm/scope_trace.h"
#include "daemon/pipeline/rest.h"
#include "daemon/server/context.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr auto kTracePeriod = 250ms;  // N1MM+ asks for about three traces a second
constexpr auto kRetry = 10s;
constexpr auto kRefusalHolds = 2s;  // a refusal is the answer to the trace before: every other one seems to be accepted

struct Socket {
  int fd = -1;
  std::string cause;  // why there is none
};

// Connected, so that an answer of the other machine shows that no program listens there.
Socket connect_to(const HostPort& target) {
  addrinfo hints{}, *found = nullptr;
  hints.ai_socktype = SOCK_DGRAM;
  if (const int error = getaddrinfo(target.host.c_str(), std::to_string(target.port).c_str(), &hints, &found))
    return {.cause = gai_strerror(error)};
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> all(found, freeaddrinfo);
  int error = 0;
  for (const addrinfo* each = found; each; each = each->ai_next) {
    const int fd = socket(each->ai_family, each->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) continue;
    const int on = 1;
    setsockopt(fd, SOL_SOCKET, SO_BROADCAST, &on, sizeof on);
    if (connect(fd, each->ai_addr, each->ai_addrlen) == 0) return {.fd = fd, .cause = ""};
    error = errno;
    close(fd);
  }
  return {.cause = strerror(error)};
}

}  // namespace

N1mmFeed::N1mmFeed(const FeedSettings& settings, ServerContext& context)
    : context_(context), settings_(settings), entry_(context.feeds, [this] { return status(); }) {
  thread_ = std::jthread([this](const std::stop_token& stop) {
    pthread_setname_np(pthread_self(), "n1mm");
    run(stop);
  });
}

void N1mmFeed::run(const std::stop_token& stop) {
  const HostPort target = parse_host_port(settings_.n1mm).value_or(HostPort{});
  std::uint64_t last = 0;
  while (!stop.stop_requested()) {
    const Socket socket = connect_to(target);
    if (socket.fd < 0) {
      state_.set("waiting", socket.cause);
      rest(stop, kRetry);
      continue;
    }
    for (auto next = std::chrono::steady_clock::now(); !stop.stop_requested(); next += kTracePeriod) {
      const RowPtr row = context_.history.latest();
      if (row && std::exchange(last, row->sequence) != row->sequence) {
        const std::string trace = scope_trace(*row, settings_.n1mm_band, settings_.n1mm_name);
        if (trace.empty())
          state_.set("waiting", "nothing is received in feeds.n1mm_band");
        else if (!send(socket.fd, trace))
          break;
      }
      rest(stop, std::chrono::duration_cast<std::chrono::milliseconds>(next + kTracePeriod -
                                                                       std::chrono::steady_clock::now()));
    }
    close(socket.fd);
  }
}

// False if there is no route any more. A program that does not listen yet may do so later.
bool N1mmFeed::send(int socket, const std::string& trace) {
  const auto now = std::chrono::steady_clock::now();
  if (::send(socket, trace.data(), trace.size(), MSG_NOSIGNAL) >= 0) {
    if (now - refused_ > kRefusalHolds) state_.set("sending", "");
    ++sent_;
    return true;
  }
  if (errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS) return true;
  const int error = errno;
  if (error == ECONNREFUSED) refused_ = now;
  state_.set("sending", error == ECONNREFUSED ? "no program listens there" : strerror(error));
  return error == ECONNREFUSED;
}

FeedStatus N1mmFeed::status() const {
  const FeedState::Now now = state_.now();
  return {.name = "n1mm", .address = settings_.n1mm, .state = now.state, .cause = now.cause, .messages = sent_};
}

}  // namespace spectrumd
