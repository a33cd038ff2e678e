// SPDX-License-Identifier: MIT
#include "daemon/feeds/feed_server.h"

#include <pthread.h>
#include <spdlog/spdlog.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>

namespace spectrumd {
namespace {

constexpr auto kLook = std::chrono::milliseconds(500);  // at clients that do not read

}  // namespace

FeedServer::FeedServer(const FeedPlan& plan, Owner& owner)
    : plan_(plan), owner_(owner), entry_(plan_.name, plan_.listen, plan_.setting, polls_) {
  spdlog::info("{}: at {}", plan_.name, to_string(entry_.address()));
  thread_ = std::jthread([this](const std::stop_token& stop) {
    pthread_setname_np(pthread_self(), plan_.name.c_str());
    run(stop);
  });
}

void FeedServer::stop() {
  if (!thread_.joinable()) return;
  thread_.request_stop();
  polls_.ring();
  thread_.join();
}

void FeedServer::run(const std::stop_token& stop) {
  auto wait = std::chrono::milliseconds(0);
  while (!stop.stop_requested()) {
    polls_.wait(wait, [this](int socket, std::uint32_t events) {
      socket == entry_.socket() ? let_in() : owner_.serve(socket, events);
    });
    wait = std::min(owner_.tend(), kLook);
    entry_.open_again();
  }
}

void FeedServer::let_in() {
  const auto accepted = entry_.accept();
  if (!accepted) return;
  if (owner_.client_count() < plan_.most_clients && polls_.add(accepted->socket, EPOLLIN))
    owner_.add(accepted->socket, accepted->address);
  else
    close(accepted->socket);
}

FeedStatus FeedServer::status(std::size_t clients, std::uint64_t served) const {
  return {.name = plan_.name,
          .address = to_string(entry_.address()),
          .state = "listening",
          .cause = "",
          .clients = clients,
          .served = served};
}

}  // namespace spectrumd
