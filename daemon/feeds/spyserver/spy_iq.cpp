// SPDX-License-Identifier: MIT
#include "daemon/feeds/spyserver/spy_iq.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "daemon/channels/streams/iq_reader.h"
#include "daemon/server/context.h"
#include "daemon/server/share/sample_stream.h"
#include "gpufft/samples/samples.h"

namespace spectrumd::spy {
namespace {

using namespace std::chrono_literals;
using gpufft::SampleFormat;
using Samples = std::vector<std::complex<float>>;

constexpr auto kStill = 50ms;
constexpr auto kRetry = 250ms;               // the radio may be tuned there by then
constexpr double kLongestSilence = 1;        // seconds, in place of samples that are missing, at a time
constexpr std::size_t kMostBytes = 1 << 20;  // at a time

Samples samples_of(SampleFormat format, std::span<const std::byte> bytes) {
  const gpufft::Scale scale = gpufft::scale_of(format);
  Samples samples(bytes.size() / gpufft::bytes_per_sample(format));
  const std::vector<float> factors(samples.size(), static_cast<float>(1 / scale.full));
  const auto zero = static_cast<float>(scale.zero);
  gpufft::load_frame(format, bytes, {zero, zero}, factors, samples);
  return samples;
}

void append_bytes(std::span<const std::byte> bytes, std::string& out) {
  out.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

}  // namespace

class IqStream::Channel : public ChannelSink {
 public:
  explicit Channel(std::function<void()> wake) : queue(std::move(wake)) {}

  // What is missing is silence, so that decoders stay in time.
  void take(const ChannelBlock& block) override {
    const auto longest = static_cast<std::size_t>(kLongestSilence * block.rate);
    const auto silence = static_cast<std::size_t>(std::min<std::uint64_t>(block.lost_before, longest));
    if (silence > 0) queue.push(std::vector<std::byte>(silence * sizeof(std::complex<float>)));
    const auto bytes = std::as_bytes(block.samples);
    if (!bytes.empty()) queue.push({bytes.begin(), bytes.end()});
  }

  BlockQueue queue;
};

IqStream::IqStream(ServerContext& context, BandSamples& band, std::function<void()> wake)
    : context_(context), band_(band), wake_(std::move(wake)) {}

IqStream::~IqStream() { close(); }

void IqStream::close() {
  ticket_.reset();
  if (std::exchange(next_in_band_, {})) band_.leave();
  if (channel_) channel_->queue.close();
  channel_.reset();
  blocks_.clear();
  now_.reset();
}

void IqStream::follow(const std::optional<Request>& request, Clock::time_point now) {
  if (request != request_) {
    request_ = request;
    due_ = now + kStill;
  }
  if (!request_) return close();
  if (!due_ || now < *due_) return;
  due_.reset();
  try {
    open(*request_);
    now_ = request_;
  } catch (const ChannelRefused& refused) {
    spdlog::debug("spyserver: {}", refused.what());
    close();
    due_ = now + kRetry;
  }
}

// Only the center of a channel changes while it is open.
void IqStream::open(const Request& request) {
  Request moved = now_.value_or(Request{});
  moved.center = request.center;
  if (ticket_ && request.center && moved == request) {
    context_.channels.hub().change(
        ticket_->id(), {.center = *request.center, .rate = request.rate, .bandwidth = usual_bandwidth(request.rate)});
    return;
  }
  close();
  if (request.center) return open_channel(request);
  band_.join();
  next_in_band_ = band_.end();
}

void IqStream::open_channel(const Request& request) {
  channel_ = std::make_shared<Channel>(wake_);
  ticket_ = context_.channels.hub().open(
      "spyserver", {.center = *request.center, .rate = request.rate, .bandwidth = usual_bandwidth(request.rate)},
      channel_);
}

std::string IqStream::fetch() {
  std::string bytes;
  while (now_ && bytes.size() < kMostBytes) {
    const SharedBlock block = next_block();
    if (!block) break;
    encode(*block, bytes);
  }
  return bytes;
}

SharedBlock IqStream::next_block() {
  if (next_in_band_) return band_.take(*next_in_band_);
  if (blocks_.empty()) std::ranges::move(channel_->queue.fetch(), std::back_inserter(blocks_));
  if (blocks_.empty()) return nullptr;
  SharedBlock block = std::move(blocks_.front());
  blocks_.pop_front();
  return block;
}

void IqStream::encode(const std::vector<std::byte>& block, std::string& bytes) const {
  const SampleFormat format = next_in_band_ ? band_.format() : SampleFormat::Cf32;
  if (next_in_band_ && now_->format == SampleFormat::Cu8 && now_->gain_db == 0)
    return append_bytes(as_cu8(block, format), bytes);
  Samples samples = samples_of(format, block);
  if (now_->gain_db > 0) {
    const auto factor = static_cast<float>(std::pow(10, now_->gain_db / 20.0));
    for (auto& sample : samples) sample *= factor;
  }
  append_iq(now_->format, samples, bytes);
}

}  // namespace spectrumd::spy
