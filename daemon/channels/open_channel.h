// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "daemon/channels/channel_settings.h"
#include "daemon/channels/channel_sink.h"
#include "daemon/pipeline/iq_ring.h"
#include "gpufft/channels/channel.h"

namespace spectrumd {

// A band as it is received now.
struct ReceivedBand {
  gpufft::BandShape shape;
  Tuned tuned;
  // A sample of it, counted as the source does, and when it was on the air.
  std::uint64_t sample = 0;
  Time time;
  Epoch epoch;
  bool demo = false;  // simulated in place of a radio
};

// Makes one channel out of the blocks of a band, whatever becomes of that, and counts what is missing. One thread.
class OpenChannel {
 public:
  explicit OpenChannel(std::shared_ptr<ChannelSink> sink) : sink_(std::move(sink)) {}

  // What follows is a new stretch: of another source, tuning or time, or after a gap.
  void begin(const ReceivedBand& band);
  void set(const ChannelSettings& settings);  // takes effect with the next block
  // A failure, of the sink too, is this channel's alone: it waits until it is set again.
  void take(const ReceivedBand& band, const gpufft::BandBlock& block);

  const std::string& waits_for() const { return waits_for_; }  // why it has no samples; empty: it has
  std::uint64_t samples() const { return samples_; }           // made since it was opened
  std::uint64_t lost() const { return lost_; }                 // missing among them

 private:
  void make(const ReceivedBand& band, const gpufft::BandBlock& block);
  void tune(const ReceivedBand& band);
  void hand_on(const ReceivedBand& band, std::int64_t first, std::span<const std::complex<float>> samples);
  Time time_of(const ReceivedBand& band, double number) const;
  double number_of(const ReceivedBand& band, double sample) const;

  std::shared_ptr<ChannelSink> sink_;
  ChannelSettings settings_;
  bool changed_ = true;
  bool counts_anew_ = true;  // at another rate
  bool failed_ = false;
  std::optional<gpufft::Channel> channel_;
  std::string waits_for_ = "the first samples";
  std::int64_t start_ = 0;  // number of the first sample of this stretch
  std::int64_t next_ = 0;   // number of the next one to hand on
  std::optional<Time> next_time_;
  std::uint32_t clock_ = 0;  // that it is by
  std::uint64_t samples_ = 0, lost_ = 0;
};

// Throws ChannelRefused if the band has no such channel.
void check_channel(const ChannelSettings& settings, const Tuned& tuned);

}  // namespace spectrumd
