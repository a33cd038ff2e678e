// SPDX-License-Identifier: MIT
#include "daemon/channels/shared_channel.h"

#include <utility>

namespace spectrumd {

ChannelOrder listening_at(Hertz center, const ListenSettings& listen) {
  const ListenChannel channel = channel_for(listen);
  return {.settings = {.center = center, .rate = channel.rate, .bandwidth = channel.bandwidth}, .listen = listen};
}

std::vector<std::shared_ptr<ChannelReader>> SharedChannel::readers_now() const {
  const std::scoped_lock lock(mutex_);
  return readers_;
}

void SharedChannel::take(const ChannelBlock& block) {
  for (const auto& reader : readers_now()) reader->take(block);
}

ChannelOrder SharedChannel::order() const {
  const std::scoped_lock lock(mutex_);
  return order_;
}

void SharedChannel::adopt(const ChannelOrder& order) {
  {
    const std::scoped_lock lock(mutex_);
    order_ = order;
  }
  for (const auto& reader : readers_now()) reader->adopt(order);
}

void SharedChannel::add(std::shared_ptr<ChannelReader> reader) {
  reader->adopt(order());
  std::unique_lock lock(mutex_);
  if (!ended_) return readers_.push_back(std::move(reader));
  lock.unlock();
  reader->end();
}

void SharedChannel::remove(const ChannelReader& reader) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(readers_, [&](const auto& other) { return other.get() == &reader; });
}

std::size_t SharedChannel::readers() const { return readers_now().size(); }

std::optional<ListenStatus> SharedChannel::heard() const {
  for (const auto& reader : readers_now())
    if (auto status = reader->heard()) return status;
  return std::nullopt;
}

void SharedChannel::end() {
  std::unique_lock lock(mutex_);
  ended_ = true;
  const auto readers = std::exchange(readers_, {});
  lock.unlock();
  for (const auto& reader : readers) reader->end();
}

}  // namespace spectrumd
