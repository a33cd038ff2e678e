// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "daemon/channels/channel_book.h"
#include "daemon/channels/streams/packet_reader.h"
#include "daemon/config/json.h"
#include "daemon/server/rows/row_codec.h"
#include "daemon/server/websocket/sound_pace.h"

namespace spectrumd {

// What a client listens to, and how it gets the sound.
struct ListenRequest {
  std::optional<Hertz> center;  // nullopt: nothing
  ListenSettings listen;
  SoundCodec codec = SoundCodec::Opus;
  std::optional<unsigned> bit_rate;  // of Opus; nullopt: as the mode needs

  friend bool operator==(const ListenRequest&, const ListenRequest&) = default;
};

// The request with the keys of a `listen` message changed. Throws RequestError.
ListenRequest changed_request(ListenRequest request, const Json& keys);

// What a client hears of its channel.
struct ListeningFacts {
  ListenRequest request;
  std::optional<std::uint64_t> channel;  // nullopt: nothing is listened to
  std::string reason;                    // why there is no sound; empty: there is, or none was asked for
  PacketForm form;                       // of a channel
};

// The sound of one client of the hub: a channel of the book, as long as the client listens. One thread; nothing blocks.
class SoundFeed {
 public:
  using Clock = std::chrono::steady_clock;

  // `arrived` is called on the thread of the channels when there is sound. `dropped` counts the bytes that a client was
  // too slow for.
  SoundFeed(ChannelBook& book, std::atomic<std::uint64_t>& dropped, std::function<void()> arrived)
      : book_(book), dropped_(dropped), arrived_(std::move(arrived)) {}
  ~SoundFeed() { close(); }
  SoundFeed(const SoundFeed&) = delete;
  SoundFeed& operator=(const SoundFeed&) = delete;

  // Opens, changes or closes the channel. Throws RequestError or ChannelRefused, and then changes nothing.
  void change(const ListenRequest& request);
  const ListenRequest& request() const { return request_; }

  bool waiting() const { return reader_ && reader_->waiting(); }
  SharedBytes next();  // a packet as in PROTOCOL.md; null: none waits, or those before it have not come to the client
  void heard(std::uint32_t packet) { pace_.heard(packet, Clock::now()); }

  // Looks at the channel, which others may change or end: true if facts() has changed since.
  bool follow();
  ListeningFacts facts() const;
  std::optional<ListenStatus> meter();  // a few times a second, while there is sound

 private:
  void open(const ListenRequest& request, const ChannelOrder& order);
  void close();

  ChannelBook& book_;
  std::atomic<std::uint64_t>& dropped_;
  const std::function<void()> arrived_;
  ListenRequest request_;
  BookedChannelPtr channel_;  // null: nothing is listened to
  std::shared_ptr<PacketReader> reader_;
  SoundPace pace_;         // of its stream
  bool first_ = false;     // the next packet is the first of its stream
  std::string waits_for_;  // of the channel
  std::string ended_;      // why the client listens to nothing, if it did not ask for that
  Clock::time_point next_meter_;
};

}  // namespace spectrumd
