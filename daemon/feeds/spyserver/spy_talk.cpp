// SPDX-License-Identifier: MIT
#include "daemon/feeds/spyserver/spy_talk.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "daemon/feeds/spyserver/spy_pixels.h"
#include "daemon/server/context.h"

namespace spectrumd::spy {
namespace {

using namespace std::chrono_literals;

constexpr auto kHelloTime = 200ms;      // some clients wait for the server to speak first
constexpr auto kSpectrumPeriod = 45ms;  // 22 a second at most
constexpr double kLeastChannelRate = 8000;
constexpr std::uint32_t kMostStages = 9;
constexpr std::size_t kMessageBytes = 32768;  // of samples

std::uint32_t whole(double hertz) {
  constexpr double kMost = std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::uint32_t>(std::clamp(std::round(hertz), 0.0, kMost));
}

std::uint32_t stages_of(double rate) {
  std::uint32_t stages = 0;
  while (stages < kMostStages && std::ldexp(rate, -static_cast<int>(stages) - 1) >= kLeastChannelRate) ++stages;
  return stages;
}

Message type_of(gpufft::SampleFormat format) {
  if (format == gpufft::SampleFormat::Cf32) return Message::IqFloat;
  return format == gpufft::SampleFormat::Cs16 ? Message::IqS16 : Message::IqU8;
}

}  // namespace

SpyTalk::SpyTalk(ServerContext& context, SpyRadio& radio, BandSamples& band, std::string address,
                 std::atomic<std::uint64_t>& messages, std::function<void()> wake)
    : context_(context),
      radio_(radio),
      address_(std::move(address)),
      messages_(messages),
      iq_(context, band, std::move(wake)) {}

bool SpyTalk::hear(std::string_view bytes, std::string& answers) {
  return commands_.take(bytes, [&](Order order, std::string_view body) { obey(order, body, answers); });
}

void SpyTalk::obey(Order order, std::string_view body, std::string& answers) {
  ++messages_;
  if (order == Order::Hello) hello_ = true;
  if (order == Order::SetSetting && body.size() >= 2 * sizeof(std::uint32_t))
    set(static_cast<Setting>(number_at(body, 0)), number_at(body, sizeof(std::uint32_t)));
  // Clients take a message without a body for the end.
  if (order == Order::Ping && announced_)
    append_message(Message::Pong, 0, 0, body.empty() ? std::string_view("\0", 1) : body, answers);
}

void SpyTalk::set(Setting setting, std::uint32_t value) {
  settings_.set(setting, value, announced_ ? announced_->stages : kMostStages);
  if (setting == Setting::IqFrequency || setting == Setting::IqDecimation) follow_iq_center();
  if (setting == Setting::Gain && announced_ && radio_.take_control(this)) radio_.set_gain(value, address_);
}

// Beyond the band the radio follows the client in control. Other clients wait there, for it may be tuned there later.
void SpyTalk::follow_iq_center() {
  if (!announced_ || !settings_.iq_center || !radio_.take_control(this)) return;
  const Span range = reach(settings_.iq_stage);
  if (range.from <= *settings_.iq_center && *settings_.iq_center <= range.to) return;
  radio_.tune(*settings_.iq_center, address_);
}

// Where the center of a stream fits into the band.
Span SpyTalk::reach(std::uint32_t stage) const {
  const double room = std::max(0.0, radio_.bandwidth() - std::ldexp(announced_->bandwidth, -static_cast<int>(stage)));
  return {{radio_.center().value - room / 2}, {radio_.center().value + room / 2}};
}

// As clients compute it.
double SpyTalk::rate_at(std::uint32_t stage) const { return whole(announced_->rate) >> stage; }

bool SpyTalk::speak(std::string& bytes) {
  if (!announced_) {
    if (!hello_ && Clock::now() - came_ < kHelloTime) return true;
    greet(bytes);
  }
  const ClientSync now = sync();
  if (now != std::exchange(synced_, now)) append(now, bytes);
  iq_.follow(iq_request());
  if (settings_.wants_iq()) append_iq_messages(bytes);
  if (settings_.wants_fft()) append_spectrum(bytes);
  // The rate is announced once: with another one a client of the whole band has to connect again.
  return settings_.iq_stage > 0 || !settings_.wants_iq() || whole(radio_.rate()) == whole(announced_->rate);
}

void SpyTalk::greet(std::string& bytes) {
  const double rate = radio_.rate();
  announced_ = Announced{.rate = rate, .bandwidth = radio_.bandwidth(), .stages = stages_of(rate)};
  settings_.iq_stage = std::min(settings_.iq_stage, announced_->stages);
  settings_.fft_stage = std::min(settings_.fft_stage, announced_->stages);
  const bool controls = radio_.take_control(this);
  const double half = rate / 2;
  append(DeviceInfo{.maximum_rate = whole(rate),
                    .maximum_bandwidth = whole(announced_->bandwidth),
                    .decimation_stages = announced_->stages,
                    .maximum_gain_index = radio_.most_gain_index(),
                    .minimum_frequency = controls ? 0 : whole(radio_.center().value - half),
                    .maximum_frequency =
                        controls ? std::numeric_limits<std::uint32_t>::max() : whole(radio_.center().value + half),
                    .resolution_bits = radio_.resolution_bits()},
         bytes);
  follow_iq_center();  // it may have been set with the greeting
}

Hertz SpyTalk::iq_center() const {
  return settings_.iq_stage > 0 ? settings_.iq_center.value_or(radio_.center()) : radio_.center();
}

ClientSync SpyTalk::sync() {
  const bool controls = radio_.take_control(this);
  constexpr double kAnywhereHz = std::numeric_limits<std::uint32_t>::max();
  const Span iq = controls ? Span{{0}, {kAnywhereHz}} : reach(settings_.iq_stage);
  const Span fft = controls ? Span{{0}, {kAnywhereHz}} : reach(settings_.fft_stage);
  return {.can_control = controls ? 1U : 0U,
          .gain = radio_.gain_index(),
          .device_center = whole(radio_.center().value),
          .iq_center = whole(iq_center().value),
          .fft_center = whole(settings_.fft_center.value_or(radio_.center()).value),
          .iq_minimum = whole(iq.from.value),
          .iq_maximum = whole(iq.to.value),
          .fft_minimum = whole(fft.from.value),
          .fft_maximum = whole(fft.to.value)};
}

std::optional<IqStream::Request> SpyTalk::iq_request() const {
  if (!settings_.wants_iq() || radio_.sweeps()) return std::nullopt;
  IqStream::Request request{.format = settings_.iq_format, .gain_db = settings_.gain_db()};
  request.rate = rate_at(settings_.iq_stage);
  if (settings_.iq_stage > 0) request.center = iq_center();
  return request;
}

void SpyTalk::append_iq_messages(std::string& bytes) {
  const std::string samples = iq_.fetch();
  for (std::string_view rest = samples; !rest.empty(); rest.remove_prefix(std::min(kMessageBytes, rest.size()))) {
    append_message(type_of(iq_.now()->format), iq_.now()->gain_db, sequence_++, rest.substr(0, kMessageBytes), bytes);
    ++messages_;
  }
}

void SpyTalk::append_spectrum(std::string& bytes) {
  const auto now = Clock::now();
  const RowPtr row = now >= next_spectrum_ ? context_.history.latest() : nullptr;
  if (!row || std::exchange(last_row_, row->sequence) == row->sequence) return;
  next_spectrum_ = std::max(next_spectrum_ + kSpectrumPeriod, now);  // a late row does not cost the one after it
  const double half = std::ldexp(announced_->bandwidth, -static_cast<int>(settings_.fft_stage)) / 2;
  const double center = settings_.fft_center.value_or(radio_.center()).value;
  const PixelScale scale{.top_db = settings_.db_offset + radio_.dbm_offset(), .range_db = settings_.db_range};
  const Detector detector = context_.receiver.settings()->analysis.detector;
  append_message(Message::FftU8, 0, 0,
                 spectrum_pixels(*row, detector, {{center - half}, {center + half}}, settings_.pixels, scale), bytes);
  ++messages_;
}

}  // namespace spectrumd::spy
