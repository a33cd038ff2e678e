// SPDX-License-Identifier: MIT
#include "daemon/channels/band_feed.h"

#include <algorithm>
#include <string>

#include "gpufft/spectrum.h"

namespace spectrumd {
namespace {

constexpr double kSeconds = 1;  // of samples that may wait
constexpr std::size_t kLeastBytes = std::size_t{1} << 20;
constexpr auto kPatience = std::chrono::milliseconds(50);

}  // namespace

class BandFeed::Tap : public SampleTap {
 public:
  Tap(const SourceFacts& facts, double rate, std::size_t sample_bytes)
      : ring(std::max(kLeastBytes, static_cast<std::size_t>(kSeconds * rate) * sample_bytes), sample_bytes),
        live_(facts.live),
        sample_bytes_(sample_bytes) {}

  void take(const IqBlock& block) override {
    while (!closed && !ring.put(block)) {
      if (live_) return ring.drop(block);
      ring.wait_for_room(block.bytes.size() / sample_bytes_, kPatience, {});
    }
  }

  void end(const std::string&) override {
    ended = true;
    ring.end();
  }

  IqRing ring;
  std::atomic<bool> ended = false, closed = false;

 private:
  const bool live_;
  const std::size_t sample_bytes_;
};

BandFeed::BandFeed(Receiver& receiver) : receiver_(receiver) {
  const ReceiverStatus status = receiver.status();
  format_ = status.source.format;
  demo_ = status.source.demo;
  tap_ = std::make_shared<Tap>(status.source, status.tuned.rate.value, gpufft::bytes_per_sample(format_));
  receiver_.taps().add(tap_);
}

BandFeed::~BandFeed() {
  tap_->closed = true;
  receiver_.taps().remove(*tap_);
}

bool BandFeed::ended() const { return tap_->ended && tap_->ring.drained(); }

bool BandFeed::fits() const { return receiver_.status().source.format == format_; }

IqRing& BandFeed::ring() { return tap_->ring; }

}  // namespace spectrumd
