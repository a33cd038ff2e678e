// SPDX-License-Identifier: MIT
#include "daemon/server/websocket/sound_feed.h"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "daemon/server/endpoints/body_keys.h"
#include "daemon/server/endpoints/listen_json.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr Range kBitRates{6000, 128'000};
constexpr auto kMeterPeriod = 250ms;
constexpr std::size_t kSoundHeaderBytes = 24;
constexpr std::uint16_t kFirstOfStream = 1;

std::span<const std::string_view> message_keys() {
  static const auto names = [] {
    std::vector<std::string_view> all(listen_keys().begin(), listen_keys().end());
    for (const std::string_view name : {"center", "codec", "bit_rate"}) all.push_back(name);
    return all;
  }();
  return names;
}

SoundCodec codec_of(const Json& value) {
  if (value == "opus") return SoundCodec::Opus;
  if (value == "s16") return SoundCodec::S16;
  throw KeyError(R"(takes "opus" or "s16")");
}

template <class Value>
void put_at(std::vector<std::byte>& bytes, std::size_t place, Value value) {
  std::memcpy(bytes.data() + place, &value, sizeof value);
}

// As "A packet of sound" in PROTOCOL.md.
SharedBytes encoded(const SoundPacket& packet, const PacketForm& form, bool first) {
  auto bytes = std::make_shared<std::vector<std::byte>>(kSoundHeaderBytes + packet.data.size());
  std::memcpy(bytes->data(), "SPS1", 4);
  put_at(*bytes, 4, form.codec);
  put_at(*bytes, 5, static_cast<std::uint8_t>(form.channels));
  put_at(*bytes, 6, first ? kFirstOfStream : std::uint16_t{0});
  put_at(*bytes, 8, std::uint32_t{form.rate});
  put_at(*bytes, 12, packet.number);
  put_at(*bytes, 16, std::int64_t{packet.end.time_since_epoch().count()});
  std::copy(packet.data.begin(), packet.data.end(), bytes->begin() + kSoundHeaderBytes);
  return bytes;
}

}  // namespace

ListenRequest changed_request(ListenRequest request, const Json& keys) {
  check_keys(keys, message_keys());
  if (keys.contains("center")) {
    if (keys["center"].is_null())
      request.center.reset();
    else
      request.center = value_in(keys, "center", center_of);
  }
  if (const auto codec = value_in(keys, "codec", codec_of)) request.codec = *codec;
  if (keys.contains("bit_rate") && keys["bit_rate"].is_null())
    request.bit_rate.reset();
  else if (const auto rate = value_in(keys, "bit_rate", [](const Json& value) { return count_in(value, kBitRates); }))
    request.bit_rate = static_cast<unsigned>(*rate);
  request.listen = changed_listen(request.listen, keys);
  return request;
}

void SoundFeed::change(const ListenRequest& request) {
  if (!request.center) {
    close();
    ended_.clear();
  } else {
    const ChannelOrder order = listening_at(*request.center, request.listen);
    const bool same_form = channel_ && !reader_->ended() && request.codec == request_.codec &&
                           request.bit_rate == request_.bit_rate &&
                           order.settings.rate == channel_->channel().order().settings.rate;
    if (same_form)
      channel_->change(order);
    else
      open(request, order);
  }
  request_ = request;
  follow();
}

void SoundFeed::open(const ListenRequest& request, const ChannelOrder& order) {
  BookedChannelPtr channel = book_.open("audio", order);
  auto reader = std::make_shared<PacketReader>(request.listen, request.codec, request.bit_rate, arrived_);
  close();
  channel->channel().add(reader);
  channel_ = std::move(channel);
  reader_ = std::move(reader);
  first_ = true;
  pace_.restart();
  ended_.clear();
}

void SoundFeed::close() {
  if (!channel_) return;
  channel_->channel().remove(*reader_);
  reader_->silence();
  dropped_ += reader_->dropped();
  channel_.reset();
  reader_.reset();
  waits_for_.clear();
}

SharedBytes SoundFeed::next() {
  const auto now = Clock::now();
  const auto packet = reader_ && pace_.may_send(now) ? reader_->next() : std::nullopt;
  if (!packet) return nullptr;
  pace_.sent(packet->number, now);
  return encoded(*packet, reader_->form(), std::exchange(first_, false));
}

bool SoundFeed::follow() {
  if (!channel_) return false;
  if (reader_->ended()) {
    close();
    request_.center.reset();
    ended_ = "the channel was ended, or changed to another rate, by another client";
    return true;
  }
  const ChannelOrder order = channel_->channel().order();
  bool changed = std::exchange(request_.center, order.settings.center) != order.settings.center;
  changed |= std::exchange(request_.listen, *order.listen) != *order.listen;
  const std::string waits_for = channel_->waits_for();
  return (std::exchange(waits_for_, waits_for) != waits_for) || changed;
}

ListeningFacts SoundFeed::facts() const {
  if (!channel_) return {.request = request_, .channel = {}, .reason = ended_, .form = {}};
  return {.request = request_, .channel = channel_->id(), .reason = waits_for_, .form = reader_->form()};
}

std::optional<ListenStatus> SoundFeed::meter() {
  const auto now = Clock::now();
  if (!channel_ || !waits_for_.empty() || now < next_meter_) return std::nullopt;
  next_meter_ = std::max(next_meter_, now - kMeterPeriod / 2) + kMeterPeriod;  // four a second, looked for ten times
  return reader_->heard();
}

}  // namespace spectrumd
