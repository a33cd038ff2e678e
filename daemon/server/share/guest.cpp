// SPDX-License-Identifier: MIT
#include "daemon/server/share/guest.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "daemon/server/share/sample_stream.h"
#include "daemon/sources/conversion.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr double kRtlTcpRate = 2'048'000;  // of rtl_tcp, where a client sends none
constexpr double kBandwidth = 0.9;         // of the rate
constexpr auto kSettle = 50ms;             // the rate often comes after the center
constexpr auto kTuningRetry = 1s;          // the radio may be tuned there by then
constexpr double kLongestFill = 1;         // seconds, in place of samples that are missing, at a time

}  // namespace

// The samples of its channel, as it expects them.
class Guest::Samples : public ChannelSink {
 public:
  explicit Samples(std::function<void()> wake) : queue(std::move(wake)) {}

  void take(const ChannelBlock& block) override {
    const auto longest = static_cast<std::size_t>(kLongestFill * block.rate);
    const auto silence = static_cast<std::size_t>(std::min<std::uint64_t>(block.lost_before, longest));
    if (silence > 0) queue.push(silent(silence));
    auto bytes = as_cu8(std::as_bytes(block.samples), gpufft::SampleFormat::Cf32);
    if (invert_) conjugate(bytes, gpufft::SampleFormat::Cu8);  // back to the device's
    if (!bytes.empty()) queue.push(std::move(bytes));
  }

  void set_inverted(bool inverted) { invert_ = inverted; }

  BlockQueue queue;

 private:
  // The middle of the scale is between two numbers.
  static std::vector<std::byte> silent(std::size_t samples) {
    std::vector<std::byte> bytes(2 * samples);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(127 + i % 2);
    return bytes;
  }

  std::atomic<bool> invert_ = false;
};

Guest::Guest(ServerContext& context, std::string name, std::function<void()> wake)
    : context_(context),
      name_(std::move(name)),
      rate_(kRtlTcpRate),
      conversion_(context.receiver.settings()->tuning.conversion),
      samples_(std::make_shared<Samples>(std::move(wake))) {
  samples_->set_inverted(conversion_.invert);
}

Guest::~Guest() { samples_->queue.close(); }

void Guest::obey(const rtl_tcp::Command& command, Clock::time_point now) {
  using rtl_tcp::Order;
  if (command.order == Order::Center)
    center_ = Hertz{static_cast<double>(command.value)};
  else if (command.order == Order::Rate)
    rate_ = command.value;
  else
    return;
  due_ = now + kSettle;
}

void Guest::apply(Clock::time_point now) {
  follow_converter(now);
  if (!due_ || now < *due_ || !center_) return;
  due_.reset();
  try {
    open();
    refusal_.clear();
  } catch (const ChannelRefused& refused) {
    ticket_.reset();
    due_ = now + kTuningRetry;
    report(refused.what());
  }
}

// Its frequencies are those of the device, so they are others at the antenna.
void Guest::follow_converter(Clock::time_point now) {
  const Conversion conversion = context_.receiver.settings()->tuning.conversion;
  if (std::exchange(conversion_, conversion) == conversion) return;
  samples_->set_inverted(conversion.invert);
  due_ = now;
}

void Guest::open() {
  const ChannelSettings settings{
      .center = at_antenna(*center_, conversion_), .rate = rate_, .bandwidth = kBandwidth * rate_};
  if (ticket_)
    context_.channels.hub().change(ticket_->id(), settings);
  else
    ticket_ = context_.channels.hub().open("rtl_tcp", settings, samples_);
}

void Guest::report(const std::string& reason) {
  if (reason == refusal_) return;
  refusal_ = reason;
  context_.events.add(
      {.kind = "share", .text = "a client waits: " + reason, .by = {.via = "rtl_tcp", .address = name_}});
}

std::vector<SharedBlock> Guest::fetch() { return samples_->queue.fetch(); }

}  // namespace spectrumd
