// SPDX-License-Identifier: MIT
#include "daemon/server/websocket/sound_pace.h"

#include <algorithm>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr auto kMostBehind = 500ms;            // than the quickest
constexpr std::size_t kMostUnderway = 5 * 50;  // 5 s, of a client that may report nothing

}  // namespace

void SoundPace::sent(std::uint32_t number, Clock::time_point now) {
  if (underway_.size() == kMostUnderway) underway_.pop_front();
  underway_.push_back({number, now});
}

// Packets come in order.
void SoundPace::heard(std::uint32_t number, Clock::time_point now) {
  while (!underway_.empty() && underway_.front().number <= number) {
    const Packet packet = underway_.front();
    underway_.pop_front();
    if (packet.number == number) quickest_ = std::min(quickest_.value_or(Clock::duration::max()), now - packet.at);
  }
}

bool SoundPace::may_send(Clock::time_point now) const {
  return !quickest_ || underway_.empty() || now - underway_.front().at <= *quickest_ + kMostBehind;
}

}  // namespace spectrumd
