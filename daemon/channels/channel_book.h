// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "daemon/channels/shared_channel.h"

namespace spectrumd {

// A channel of the book: open in the hub until it is removed, or until its last holder lets it go.
class BookedChannel {
 public:
  BookedChannel(ChannelHub& hub, const std::string& use, const ChannelOrder& order, ChannelHub::Start start);
  ~BookedChannel() { channel_->end(); }
  BookedChannel(const BookedChannel&) = delete;
  BookedChannel& operator=(const BookedChannel&) = delete;

  std::uint64_t id() const { return ticket_->id(); }
  SharedChannel& channel() { return *channel_; }
  std::string waits_for() const { return hub_.waits_for(id()); }  // why it has no samples; empty: it has
  void change(const ChannelOrder& order);
  void begin(double before) { ticket_->begin(before); }  // of one opened in the past, when it has its readers

 private:
  ChannelHub& hub_;
  std::shared_ptr<SharedChannel> channel_;
  std::unique_ptr<ChannelHub::Ticket> ticket_;
};
using BookedChannelPtr = std::shared_ptr<BookedChannel>;

struct BookedFacts {
  ChannelFacts channel;
  ChannelOrder order;
  std::size_t readers = 0;
  bool kept = false;                  // it stays without a reader
  std::optional<ListenStatus> heard;  // by one of those who listen to it
};

// The channels that clients have asked for, by number, and those of zoomed views, which are only listed. Any thread.
// All of it throws ChannelRefused.
class ChannelBook {
 public:
  explicit ChannelBook(Receiver& receiver) : hub_(receiver) {}

  BookedChannelPtr open(const std::string& use, const ChannelOrder& order,
                        ChannelHub::Start start = ChannelHub::Start::Now);  // for who holds it
  BookedChannelPtr keep(const ChannelOrder& order);                         // until it is removed
  BookedChannelPtr find(std::uint64_t id) const;
  void change(std::uint64_t id, const ChannelOrder& order);
  void remove(std::uint64_t id);  // ends the streams of its readers

  std::vector<BookedFacts> list() const;
  BookedFacts facts(std::uint64_t id) const;
  ChannelLoad load() const { return hub_.load(); }
  ChannelHub& hub() { return hub_; }

 private:
  ChannelHub hub_;
  mutable std::mutex mutex_;  // guards what follows
  std::map<std::uint64_t, std::weak_ptr<BookedChannel>> all_;
  std::map<std::uint64_t, BookedChannelPtr> kept_;
};

}  // namespace spectrumd
