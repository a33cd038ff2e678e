// SPDX-License-Identifier: MIT
#include "daemon/commands/one_channel.h"

#include "daemon/sources/iq_source.h"

namespace spectrumd {
namespace {

constexpr double kBesideCenter = 0.125;  // of the band
constexpr std::size_t kFft = 1024;       // the rows are not read
constexpr int kQuietLooks = 3;           // without a sample, after which those that waited have all come

Settings tuned_beside(Settings settings) {
  settings.analysis.fft = kFft;
  settings.tuning.span.reset();
  settings.tuning.center.value -= kBesideCenter * settings.tuning.rate.value;
  return settings;
}

}  // namespace

OneChannel::OneChannel(const Settings& settings, const ChannelOrder& order)
    : history_(std::size_t{4} << 20),
      receiver_(tuned_beside(settings), history_, events_, heartbeats_),
      book_(receiver_),
      channel_(book_.open(order.listen ? "audio" : "iq", order)) {}

std::uint64_t OneChannel::samples() const {
  const ChannelFacts facts = book_.facts(channel_->id()).channel;
  return facts.samples + facts.lost;
}

bool OneChannel::has_ended() {
  const SourceReport report = receiver_.status().report;
  const std::uint64_t now = samples();
  if (report.state == SourceState::Waiting && now == 0) throw SourceError(no_radio_text(report));
  if (report.state != SourceState::Ended) return false;  // a device that was lost is opened again
  quiet_looks_ = at_last_look_ == now ? quiet_looks_ + 1 : 0;
  at_last_look_ = now;
  return quiet_looks_ >= kQuietLooks;
}

}  // namespace spectrumd
