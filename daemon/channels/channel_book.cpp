// SPDX-License-Identifier: MIT
#include "daemon/channels/channel_book.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace spectrumd {
namespace {

ChannelRefused unknown_channel(std::uint64_t id) {
  return {"not_found", "", fmt::format("there is no channel {}", id)};
}

// Edges and tones that cannot be.
void check_listening(const ChannelOrder& order) {
  if (!order.listen) return;
  try {
    check(*order.listen);
  } catch (const ListenError& error) {
    throw ChannelRefused("bad_value", "", error.what());
  }
}

}  // namespace

BookedChannel::BookedChannel(ChannelHub& hub, const std::string& use, const ChannelOrder& order,
                             ChannelHub::Start start)
    : hub_(hub),
      channel_((check_listening(order), std::make_shared<SharedChannel>(order))),
      ticket_(hub.open(use, order.settings, channel_, start)) {}

void BookedChannel::change(const ChannelOrder& order) {
  check_listening(order);
  hub_.change(id(), order.settings);
  channel_->adopt(order);
}

BookedChannelPtr ChannelBook::open(const std::string& use, const ChannelOrder& order, ChannelHub::Start start) {
  auto channel = std::make_shared<BookedChannel>(hub_, use, order, start);
  const std::scoped_lock lock(mutex_);
  std::erase_if(all_, [](const auto& each) { return each.second.expired(); });
  all_[channel->id()] = channel;
  return channel;
}

BookedChannelPtr ChannelBook::keep(const ChannelOrder& order) {
  auto channel = open(order.listen ? "audio" : "iq", order);
  const std::scoped_lock lock(mutex_);
  return kept_[channel->id()] = channel;
}

BookedChannelPtr ChannelBook::find(std::uint64_t id) const {
  const std::scoped_lock lock(mutex_);
  const auto found = all_.find(id);
  auto channel = found == all_.end() ? nullptr : found->second.lock();
  if (!channel) throw unknown_channel(id);
  return channel;
}

void ChannelBook::change(std::uint64_t id, const ChannelOrder& order) { find(id)->change(order); }

void ChannelBook::remove(std::uint64_t id) {
  const auto channel = find(id);
  channel->channel().end();
  const std::scoped_lock lock(mutex_);
  kept_.erase(id);
  all_.erase(id);
}

std::vector<BookedFacts> ChannelBook::list() const {
  std::vector<BookedFacts> list;
  for (ChannelFacts& facts : hub_.list()) {
    std::unique_lock lock(mutex_);
    const auto found = all_.find(facts.id);
    const auto channel = found == all_.end() ? nullptr : found->second.lock();
    const bool kept = kept_.contains(facts.id);
    lock.unlock();
    if (!channel) {  // of a zoomed view, or one that has just been ended
      ChannelOrder order{.settings = facts.settings, .listen = {}};
      if (facts.use == kZoomUse) list.push_back({std::move(facts), std::move(order), 1, false, std::nullopt});
      continue;
    }
    list.push_back(
        {std::move(facts), channel->channel().order(), channel->channel().readers(), kept, channel->channel().heard()});
  }
  return list;
}

BookedFacts ChannelBook::facts(std::uint64_t id) const {
  auto all = list();
  const auto found = std::ranges::find(all, id, [](const BookedFacts& facts) { return facts.channel.id; });
  if (found == all.end()) throw unknown_channel(id);
  return std::move(*found);
}

}  // namespace spectrumd
