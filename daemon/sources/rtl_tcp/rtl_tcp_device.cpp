// SPDX-License-Identifier: MIT
#include "daemon/sources/rtl_tcp/rtl_tcp_device.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <thread>

#include "daemon/config/host_port.h"
#include "daemon/sources/rtl_tcp/rate_limit.h"
#include "daemon/sources/rtlsdr/tuner_limits.h"

namespace spectrumd {
namespace {

using rtl_tcp::Order;

constexpr auto kConnectLimit = std::chrono::seconds(5);
// rtl_tcp reads 256 KiB at a time, which take a tenth of a second, and what it has sent may be delayed on the way.
constexpr double kOnTheWaySeconds = 0.3;
constexpr double kRateOfServers = 2.048e6;  // as they start
constexpr auto kGreetingLimit = std::chrono::seconds(3);
constexpr double kHighestCenter = 4294967295.0;  // 32 bits of hertz
constexpr std::size_t kBlock = std::size_t{64} << 10;

// The device behind the server need not be an R820T: the server decides which frequencies it reaches.
void check_limits(const Tuning& tuning) {
  if (tuning.center.value > kHighestCenter)
    throw TuningRefused("center", fmt::format("rtl_tcp's protocol reaches up to {} Hz", kHighestCenter));
  check_rtl_rate_and_gain(tuning);
}

// "host", "host:port", "[::1]:port", ":port"; nothing is this machine.
HostPort parse_place(std::string_view text) {
  const std::string whole =
      text.empty() || text.starts_with(':') ? fmt::format("127.0.0.1{}", text) : std::string(text);
  if (auto place = parse_host_port(whole, rtl_tcp::kDefaultPort)) return *place;
  throw SourceError(fmt::format("source rtl_tcp: \"{}\" is not HOST:PORT, such as 127.0.0.1:1234 or [::1]:1234", text));
}

}  // namespace

DeviceKind rtl_tcp_kind(std::string_view where, const Settings& settings) {
  const HostPort place = parse_place(where);
  const RtlsdrSettings options = settings.rtlsdr;
  return {.kind = "rtl_tcp",
          .description = "rtl_tcp at " + to_string(place),
          .format = gpufft::SampleFormat::Cu8,
          .check = check_limits,
          .open = [place, options](const TuningRequest&) { return std::make_unique<RtlTcpDevice>(place, options); }};
}

RtlTcpDevice::RtlTcpDevice(const HostPort& server, const RtlsdrSettings& settings)
    : connection_(server, kConnectLimit), settings_(settings), block_(kBlock) {
  rtl_tcp::GreetingBytes bytes;
  connection_.receive_all(bytes, kGreetingLimit);
  const auto greeting = rtl_tcp::decode_greeting(bytes);
  if (!greeting) throw DeviceError(Cause::Unsupported, connection_.name() + ": not an rtl_tcp server (no greeting)");
  constexpr std::uint32_t kR820t = 5, kR828d = 6;
  if (greeting->tuner == kR820t || greeting->tuner == kR828d) gains_ = rafael_gains();
  constexpr std::array kTuners{"unknown tuner", "E4000", "FC0012", "FC0013", "FC2580", "R820T", "R828D"};
  description_ = fmt::format("rtl_tcp at {}, {}", connection_.name(),
                             kTuners[greeting->tuner < kTuners.size() ? greeting->tuner : 0]);
}

void RtlTcpDevice::send_order(Order order, double value) {
  connection_.send(rtl_tcp::encode({.order = order, .value = static_cast<std::uint32_t>(std::llround(value))}));
}

Tuned RtlTcpDevice::tune(const TuningRequest& request) {
  const Tuning& tuning = request.tuning;
  const bool first = !std::exchange(sent_before_, true);
  if (first) {
    send_order(Order::BiasTee, settings_.bias_tee);
    send_order(Order::Agc, settings_.agc);
    send_order(Order::TestMode, settings_.test_mode);
  }
  const int direct = direct_sampling_for(tuning, settings_);
  if (first || direct != direct_sampling_for(sent_, settings_)) send_order(Order::DirectSampling, direct);
  if (first || tuning.rate != sent_.rate) send_order(Order::Rate, tuning.rate.value);
  if (first || tuning.ppm != sent_.ppm) send_order(Order::Ppm, std::round(tuning.ppm));
  if (first || tuning.gain != sent_.gain) {
    send_order(Order::GainMode, tuning.gain.has_value());
    if (tuning.gain) send_order(Order::Gain, applied_gain(*tuning.gain).value * 10);
  }
  if (first || tuning.center != sent_.center) send_order(Order::Center, tuning.center.value);
  rate_on_the_way_ = std::max(first ? kRateOfServers : sent_.rate.value, tuning.rate.value);
  sent_ = tuning;
  rate_ = tuning.rate.value;
  return {.center = {std::round(tuning.center.value)},
          .rate = {std::round(tuning.rate.value)},
          .gain = tuning.gain ? std::optional(applied_gain(*tuning.gain)) : std::nullopt,
          .ppm = std::round(tuning.ppm),
          .generation = request.generation};
}

// Servers do not all choose the nearest one.
Decibels RtlTcpDevice::applied_gain(Decibels wanted) const {
  return gains_.empty() ? wanted : Decibels{nearest_gain(gains_, wanted) / 10.0};
}

void RtlTcpDevice::read(const Receive& receive) {
  rtl_tcp::RateLimit limit(2 * rate_, rtl_tcp::RateLimit::Clock::now());
  for (cancelled_ = false; !cancelled_;) {
    if (!connection_.readable(kStopPatience)) continue;
    const std::size_t count = connection_.receive(block_);
    if (count == 0) throw DeviceError(Cause::Unplugged, connection_.name() + ": closed the connection");
    const auto now = rtl_tcp::RateLimit::Clock::now();
    const auto pause = limit.note(count, now);
    if (limit.exceeded(now))
      throw DeviceError(Cause::Unsupported, fmt::format("{}: sends more than twice the {} samples a second asked for",
                                                        connection_.name(), format_number(rate_)));
    receive(std::span(block_).first(count));
    std::this_thread::sleep_for(pause);  // a block's worth at most
  }
}

void RtlTcpDevice::cancel() noexcept { cancelled_ = true; }

std::size_t RtlTcpDevice::unsettled_bytes() const {
  return static_cast<std::size_t>(kOnTheWaySeconds * rate_on_the_way_) * 2;
}

}  // namespace spectrumd
