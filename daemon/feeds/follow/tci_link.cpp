// SPDX-License-Identifier: MIT
#include "daemon/feeds/follow/tci_link.h"

#include <fmt/format.h>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr auto kTciLimit = 2s;
constexpr auto kPingAfter = 1s;     // of silence
constexpr int kMostMessages = 256;  // at a time: a server may report meters all the time

}  // namespace

TciLink::TciLink(const HostPort& server)
    : socket_({.url = fmt::format("http://{}/", to_string(server)), .fields = {}, .limit = kTciLimit},
              {.text = [this](std::string_view text) { state_.hear(text); }}),
      name_(to_string(server)) {
  const auto until = Clock::now() + kTciLimit;
  while (!state_.has_frequency() && Clock::now() < until) socket_.listen(100ms);
  if (!state_.has_frequency()) throw RigLost(fmt::format("{}: reports no frequency", name_));
}

RigReading TciLink::read() {
  hear_all();
  const auto now = Clock::now();
  if (now - heard_ > kTciLimit + kPingAfter) throw RigLost(fmt::format("{}: does not answer", name_));
  if (now - heard_ > kPingAfter && now - pinged_ > kPingAfter) {
    socket_.ping();
    pinged_ = now;
  }
  return state_.reading();
}

std::string TciLink::tune(Hertz frequency) {
  socket_.send(tci_tune(frequency));
  return "";
}

void TciLink::hear_all() {
  for (int messages = 0; messages < kMostMessages && socket_.listen(0ms); ++messages) heard_ = Clock::now();
}

}  // namespace spectrumd
