// SPDX-License-Identifier: MIT
#include "daemon/channels/streams/stream_reader.h"

#include <algorithm>
#include <utility>

namespace spectrumd {
namespace {

constexpr double kWaitingSeconds = 2;  // that may wait for a client
constexpr double kLeastWaiting = 64 * 1024, kMostWaiting = 4 * 1024 * 1024;

}  // namespace

void StreamReader::take(const ChannelBlock& block) {
  if (block.rate != rate_) end();
  if (!ended_) make_bytes(block);
}

std::string StreamReader::fetch() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(waiting_, {});
}

void StreamReader::put(std::string_view bytes) {
  const std::scoped_lock lock(mutex_);
  if (waiting_.size() + bytes.size() > most_)
    dropped_ += bytes.size();
  else
    waiting_ += bytes;
}

std::size_t waiting_bytes(double bytes_per_second) {
  return static_cast<std::size_t>(std::clamp(kWaitingSeconds * bytes_per_second, kLeastWaiting, kMostWaiting));
}

}  // namespace spectrumd
