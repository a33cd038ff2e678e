// SPDX-License-Identifier: MIT
#include "daemon/feeds/spyserver/band_samples.h"

#include <atomic>
#include <utility>

#include "daemon/server/context.h"
#include "daemon/server/share/block_queue.h"

namespace spectrumd::spy {
namespace {

constexpr std::size_t kMostBlocks = 32;  // that a client may be behind

}  // namespace

// The source does not wait for a conversion: that is done for each client where its samples are fetched.
class BandSamples::Tap : public SampleTap {
 public:
  explicit Tap(std::function<void()> wake) : queue(std::move(wake)) {}

  void take(const IqBlock& block) override { queue.push({block.bytes.begin(), block.bytes.end()}); }
  void end(const std::string&) override { ended = true; }

  BlockQueue queue;
  std::atomic<bool> ended = false;
};

BandSamples::BandSamples(ServerContext& context, std::function<void()> wake)
    : context_(context), wake_(std::move(wake)), blocks_(kMostBlocks) {}

BandSamples::~BandSamples() { close(); }

void BandSamples::collect() {
  if (tap_ && (clients_ == 0 || tap_->ended)) close();
  if (!tap_ && clients_ > 0) open();
  if (!tap_) return;
  for (auto& block : tap_->queue.fetch()) blocks_.push(std::move(block));
}

void BandSamples::open() {
  format_ = context_.receiver.status().source.format;
  tap_ = std::make_shared<Tap>(wake_);
  context_.receiver.taps().add(tap_);
}

void BandSamples::close() {
  blocks_.clear();
  if (!tap_) return;
  context_.receiver.taps().remove(*tap_);
  tap_->queue.close();
  tap_.reset();
}

}  // namespace spectrumd::spy
