// SPDX-License-Identifier: MIT
#include "gpufft/program/bench/channels_bench.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "gpufft/channels/channel.h"
#include "gpufft/program/bench/channel_peers.h"
#include "gpufft/program/bench/contest.h"

namespace gpufft::program {
namespace {

constexpr std::size_t kMostFirChannels = 10;
constexpr double kSeconds = 0.05;  // of samples per call

class OurChannels {
 public:
  explicit OurChannels(std::size_t count) : band_(SampleFormat::Cu8, fastest_shape(kBandRate)) {
    for (std::size_t i = 0; i < count; ++i)
      channels_.emplace_back(
          band_.shape(),
          ChannelRequest{.center = channel_center(i, count), .rate = kChannelRate, .bandwidth = kChannelWidth});
  }

  void take(std::span<const std::byte> iq) {
    while (!iq.empty()) {
      iq = iq.subspan(2 * band_.fill(iq));
      if (!band_.full()) return;
      const BandBlock block = band_.transform();
      for (Channel& channel : channels_) channel.take(block);
    }
  }

 private:
  Band band_;
  std::vector<Channel> channels_;
};

std::vector<std::byte> noise() {
  std::mt19937 generator(1);
  std::normal_distribution<float> part(127.5F, 20);
  std::vector<std::byte> iq(2 * static_cast<std::size_t>(kSeconds * kBandRate));
  for (std::byte& byte : iq) byte = static_cast<std::byte>(std::lround(std::clamp(part(generator), 0.0F, 255.0F)));
  return iq;
}

void bench(std::size_t channels, const ChannelsRequest& request,
           const std::function<void(const ChannelsResult&)>& report) {
  const std::vector<std::byte> iq = noise();
  OurChannels ours(channels);
  std::vector<std::unique_ptr<ChannelPeer>> peers = channel_peers(channels);
  std::erase_if(peers, [&](const auto& peer) { return request.peer && peer->name() != *request.peer; });
  std::vector<Contender> contenders{[&] { ours.take(iq); }};
  for (const auto& peer : peers) contenders.push_back([&iq, &peer] { peer->take(iq); });
  const auto seconds = median_seconds(contenders, request.rounds);
  const auto made = [](std::size_t count, double taken) { return static_cast<double>(count) * kSeconds / taken; };
  ChannelsResult result{channels, "", made(channels, seconds[0]), 0, seconds[0] / kSeconds};
  if (peers.empty()) report(result);
  for (std::size_t i = 0; i < peers.size(); ++i) {
    result.peer = peers[i]->name();
    result.theirs = made(std::min(channels, peers[i]->channels()), seconds[i + 1]);
    report(result);
  }
}

}  // namespace

double channel_center(std::size_t index, std::size_t count) {
  constexpr std::size_t kFitting = 160;
  const std::size_t used = std::min(count, kFitting);
  return kChannelSpacing * (static_cast<double>(index % used) - std::floor(static_cast<double>(used) / 2));
}

std::vector<std::unique_ptr<ChannelPeer>> channel_peers([[maybe_unused]] std::size_t channels) {
  std::vector<std::unique_ptr<ChannelPeer>> peers;
#ifdef GPUFFT_PEER_FFTW
  peers.push_back(fir_channels(channels, kMostFirChannels));
#endif
#ifdef GPUFFT_PEER_LIQUID
  if (channels > 1) peers.push_back(liquid_channels());
#endif
  return peers;
}

void run_channels_bench(const ChannelsRequest& request, const std::function<void(const ChannelsResult&)>& report) {
  for (const std::size_t channels : request.channels) bench(channels, request, report);
}

}  // namespace gpufft::program
