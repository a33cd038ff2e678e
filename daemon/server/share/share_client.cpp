// SPDX-License-Identifier: MIT
#include "daemon/server/share/share_client.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <utility>

#include "daemon/server/sockets/socket_options.h"

namespace spectrumd {
namespace {

constexpr std::size_t kMostWaiting = 16;                         // blocks, about a third of a second
constexpr rtl_tcp::Greeting kGreeting{.tuner = 5, .gains = 29};  // an R820T: what clients know best

}  // namespace

ShareClient::ShareClient(int socket, std::string address, const std::string& port)
    : socket_(socket), address_(std::move(address)), name_(address_ + " port " + port) {
  const auto greeting = rtl_tcp::encode(kGreeting);
  waiting_.push_back(std::make_shared<const std::vector<std::byte>>(greeting.begin(), greeting.end()));
}

ShareClient::~ShareClient() { close(socket_); }

void ShareClient::offer(const SharedBlock& block) {
  if (waiting_.empty()) moved_ = Clock::now();
  if (waiting_.size() < kMostWaiting)
    waiting_.push_back(block);
  else
    ++skipped_;
}

bool ShareClient::send() {
  while (!waiting_.empty()) {
    const auto& block = *waiting_.front();
    const ssize_t count = ::send(socket_, block.data() + sent_, block.size() - sent_, MSG_NOSIGNAL);
    if (count < 0) return would_block();
    moved_ = Clock::now();
    sent_ += static_cast<std::size_t>(count);
    if (sent_ < block.size()) return true;
    waiting_.pop_front();
    sent_ = 0;
  }
  return true;
}

bool ShareClient::hear(const Obey& obey) {
  std::array<std::byte, 256> bytes;
  const ssize_t count = recv(socket_, bytes.data(), bytes.size(), 0);
  if (count == 0) return false;
  if (count < 0) return would_block();
  command_.insert(command_.end(), bytes.begin(), bytes.begin() + count);
  constexpr std::size_t kLength = std::tuple_size_v<rtl_tcp::CommandBytes>;
  std::size_t at = 0;
  for (; at + kLength <= command_.size(); at += kLength)
    obey(rtl_tcp::decode_command(std::span(command_).subspan(at).first<kLength>()));
  command_.erase(command_.begin(), command_.begin() + static_cast<std::ptrdiff_t>(at));
  return true;
}

}  // namespace spectrumd
