// SPDX-License-Identifier: MIT
#include "daemon/sources/rtlsdr/rtlsdr_device.h"

#include <fmt/format.h>
#include <libusb-1.0/libusb.h>
#include <rtl-sdr.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "daemon/sources/rtlsdr/library_messages.h"
#include "daemon/sources/rtlsdr/tuner_limits.h"
#include "daemon/sources/rtlsdr/usb_node.h"

namespace spectrumd {
namespace {

// The kernel limits all of USB to 16 MiB by default; 2 MiB bridge a third of a second at the highest rate.
constexpr std::size_t kQueuedBytes = std::size_t{2} << 20;
constexpr std::size_t kLeastBlock = std::size_t{16} << 10, kMostBlock = std::size_t{128} << 10;
constexpr double kBlockSeconds = 0.02;
// On hops nothing is known before a block ends, so blocks are short; a short queue loses nothing of value.
constexpr double kBlocksOfAHop = 9;
constexpr std::size_t kLeastHopBlock = std::size_t{4} << 10, kPacket = 512, kMostQueued = 128;
constexpr int kUnchanged = -2;  // what librtlsdr says where a correction is the one it has
constexpr std::uint32_t kOldCrystal =
    16'000'000;  // of R828D sticks before the Blog V4, which librtlsdr 0.6 knows alone

std::string_view name_of(rtlsdr_tuner tuner) {
  constexpr std::array<std::string_view, 7> kNames{"no tuner", "E4000", "FC0012", "FC0013", "FC2580", "R820T", "R828D"};
  return static_cast<std::size_t>(tuner) < kNames.size() ? kNames[tuner] : "unknown tuner";
}

double hop_seconds(const Tuning& tuning) { return tuning.span ? tuning.dwell : 0; }

std::size_t hop_block_bytes(double hop_bytes) {
  const double packets = std::ceil(hop_bytes / kBlocksOfAHop / kPacket - 1e-6);
  return std::clamp(static_cast<std::size_t>(packets) * kPacket, kLeastHopBlock, kMostBlock);
}

[[noreturn]] void refuse_open(int error, const Stick& stick, const std::string& name) {
  if (error == LIBUSB_ERROR_ACCESS) throw DeviceError(Cause::NoPermission, permission_text(stick.node));
  if (error == LIBUSB_ERROR_BUSY)
    throw DeviceError(Cause::Busy, fmt::format("{} is in use by {}", name,
                                               holder_of(stick.node).value_or("another program or a kernel driver")));
  if (error == LIBUSB_ERROR_NO_DEVICE) throw DeviceError(Cause::Unplugged, name + " was unplugged");
  throw DeviceError(Cause::Failed,
                    fmt::format("cannot open {} (libusb error {}); unplug and reconnect it", name, error));
}

}  // namespace

DeviceKind rtlsdr_kind(std::string_view which, const Settings& settings) {
  const StickChoice choice = parse_stick_choice(which);
  const RtlsdrSettings options = settings.rtlsdr;
  const auto memory = std::make_shared<StickMemory>();
  capture_library_messages();
  return {.kind = "rtlsdr",
          .description = to_string(choice),
          .format = gpufft::SampleFormat::Cu8,
          .usb = true,
          .check =
              [choice, options, memory](const Tuning& tuning) {
                const bool below = needs_upconverter(tuning, options);
                const auto last = below ? memory->get() : std::nullopt;
                check_rtl_limits(tuning, options, below && (last ? is_blog_v4(*last) : converts_short_waves(choice)));
              },
          .open =
              [choice, options, memory](const TuningRequest& request) {
                return std::make_unique<RtlsdrDevice>(choice, options, request.tuning.rate, *memory);
              }};
}

void RtlsdrDevice::Close::operator()(rtlsdr_dev* device) const { rtlsdr_close(device); }

RtlsdrDevice::RtlsdrDevice(const StickChoice& choice, const RtlsdrSettings& settings, Hertz rate, StickMemory& memory)
    : settings_(settings), rate_(rate.value) {
  const std::vector<Stick> sticks = list_sticks();
  const Stick& stick = choose_stick(sticks, choice, memory.get());
  open(stick);
  set_up();
  memory.set(stick);
}

RtlsdrDevice::~RtlsdrDevice() {
  // Switched off here: neither closing nor a crash resets it.
  if (settings_.bias_tee && !lost_) rtlsdr_set_bias_tee(device_.get(), 0);
}

void RtlsdrDevice::open(const Stick& stick) {
  const std::string name = fmt::format("RTL-SDR {} at {}", stick.readable ? stick.serial : "?", stick.path);
  rtlsdr_dev* device = nullptr;
  if (const int error = rtlsdr_open(&device, stick.index); error < 0) refuse_open(error, stick, name);
  device_.reset(device);
  converts_ = is_blog_v4(stick);
  description_ = fmt::format("{} {}, serial {}, at {}, {}", stick.manufacturer, stick.product, stick.serial, stick.path,
                             name_of(rtlsdr_get_tuner_type(device)));
  check_identity(stick);
}

void RtlsdrDevice::check_identity(const Stick& stick) {
  std::array<char, 256> serial{};
  rtlsdr_get_usb_strings(device_.get(), nullptr, nullptr, serial.data());
  if (stick.serial != serial.data()) throw DeviceError(Cause::Failed, description_ + ": replaced by another stick");
  if (rtlsdr_get_tuner_type(device_.get()) == RTLSDR_TUNER_UNKNOWN)
    throw DeviceError(Cause::DeadTuner,
                      fmt::format("{}: its tuner does not respond; unplug and reconnect it", description_));
  std::uint32_t tuner_crystal = 0;
  rtlsdr_get_xtal_freq(device_.get(), nullptr, &tuner_crystal);
  if (is_blog_v4(stick) && tuner_crystal == kOldCrystal)
    throw DeviceError(
        Cause::Unsupported,
        fmt::format("{}: this librtlsdr does not know the Blog V4, every frequency would be wrong by a factor "
                    "of 1.8; install rtl-sdr 2.0.1 or later, or the rtl-sdr-blog driver",
                    description_));
}

void RtlsdrDevice::set_up() {
  gains_.resize(static_cast<std::size_t>(std::max(0, rtlsdr_get_tuner_gains(device_.get(), nullptr))));
  rtlsdr_get_tuner_gains(device_.get(), gains_.data());
  require(rtlsdr_set_bias_tee(device_.get(), settings_.bias_tee), "bias-tee");
  require(rtlsdr_set_agc_mode(device_.get(), settings_.agc), "AGC");
  if (settings_.test_mode) require(rtlsdr_set_testmode(device_.get(), 1), "test mode");
}

void RtlsdrDevice::require(int result, const char* what) const {
  if (lost_) throw DeviceError(Cause::Unplugged, description_ + ": was unplugged");
  if (result < 0)
    throw DeviceError(Cause::Failed, fmt::format("{}: cannot set its {} (error {})", description_, what, result));
}

Tuned RtlsdrDevice::tune(const TuningRequest& request) {
  locked_ = true;
  const LibraryListener listener(
      [this](std::string_view line) { locked_ &= line.find("PLL") == std::string_view::npos; });
  const Tuning& tuning = request.tuning;
  hop_seconds_ = hop_seconds(tuning);
  set_ppm(tuning.ppm);
  set_rate(tuning.rate);
  set_direct_sampling(direct_sampling_for(tuning, settings_, converts_));
  locked_ = true;  // what came before was tuned in passing
  set_center(tuning.center);
  set_gain(tuning.gain);
  return {.center = {static_cast<double>(rtlsdr_get_center_freq(device_.get()))},
          .rate = {rate_},
          .gain = gain_,
          .ppm = static_cast<double>(rtlsdr_get_freq_correction(device_.get())),
          .generation = request.generation,
          .locked = locked_};
}

void RtlsdrDevice::set_ppm(double ppm) {
  const int result = rtlsdr_set_freq_correction(device_.get(), static_cast<int>(std::lround(ppm)));
  if (result != kUnchanged) require(result, "ppm");
}

void RtlsdrDevice::set_rate(Hertz rate) {
  if (rate == rate_asked_) return;
  rate_asked_ = rate;
  require(rtlsdr_set_sample_rate(device_.get(), static_cast<std::uint32_t>(std::lround(rate.value))), "sample rate");
  set_bandwidth();
  const auto tuner = rtlsdr_get_tuner_type(device_.get());
  const bool has_offset = tuner != RTLSDR_TUNER_R820T && tuner != RTLSDR_TUNER_R828D;
  if (settings_.offset_tuning && has_offset) require(rtlsdr_set_offset_tuning(device_.get(), 1), "offset tuning");
  rate_ = rtlsdr_get_sample_rate(device_.get());
}

void RtlsdrDevice::set_bandwidth() {
  if (settings_.bandwidth.value <= 0) return;  // by the rate
  require(rtlsdr_set_tuner_bandwidth(device_.get(), static_cast<std::uint32_t>(settings_.bandwidth.value)),
          "bandwidth");
}

void RtlsdrDevice::set_direct_sampling(int mode) {
  if (rtlsdr_get_direct_sampling(device_.get()) == mode) return;
  gain_asked_.reset();  // the tuner restarts
  require(rtlsdr_set_direct_sampling(device_.get(), mode), "direct sampling");
  if (mode == 0) set_bandwidth();
}

void RtlsdrDevice::set_center(Hertz center) {
  require(rtlsdr_set_center_freq(device_.get(), static_cast<std::uint32_t>(std::lround(center.value))), "frequency");
}

// With the tuner bypassed there is no gain to set, and with an empty table no known one. A hop of a sweep has no time
// to set the same gain again.
void RtlsdrDevice::set_gain(const std::optional<Decibels>& gain) {
  if (gain_asked_ && *gain_asked_ == gain) return;
  gain_.reset();
  if (rtlsdr_get_direct_sampling(device_.get()) > 0) return;
  require(rtlsdr_set_tuner_gain_mode(device_.get(), gain.has_value()), "gain mode");
  if (gain && !gains_.empty()) {
    require(rtlsdr_set_tuner_gain(device_.get(), nearest_gain(gains_, *gain)), "gain");
    gain_ = Decibels{rtlsdr_get_tuner_gain(device_.get()) / 10.0};
  }
  gain_asked_ = gain;
}

bool RtlsdrDevice::restarts(const Tuning& from, const Tuning& to) const {
  return Device::restarts(from, to) || hop_seconds(from) != hop_seconds(to);
}

std::size_t RtlsdrDevice::block_bytes() const {
  if (hop_seconds_ > 0) return hop_block_bytes(2 * rate_ * hop_seconds_);
  return std::clamp(std::bit_floor(static_cast<std::size_t>(2 * rate_ * kBlockSeconds)), kLeastBlock, kMostBlock);
}

std::size_t RtlsdrDevice::queued_blocks() const { return std::min(kQueuedBytes / block_bytes(), kMostQueued); }

std::chrono::milliseconds RtlsdrDevice::patience() const {
  const double ten_blocks = 10 * static_cast<double>(block_bytes()) / (2 * rate_);
  return std::max(Device::patience(), std::chrono::milliseconds(std::lround(ten_blocks * 1000)));
}

std::optional<std::uint64_t> RtlsdrDevice::lost_samples() const {
  return settings_.test_mode ? std::optional(counter_.lost_bytes() / 2) : std::nullopt;
}

// Copied once out of the buffer, by the receiver: on a Raspberry Pi it may be uncached memory.
void RtlsdrDevice::hand_over(unsigned char* bytes, std::uint32_t length, void* self) {
  auto& device = *static_cast<RtlsdrDevice*>(self);
  const auto block = std::as_bytes(std::span(bytes, length));
  if (device.settings_.test_mode) device.counter_.take(block);
  (*device.receive_)(block);
}

void RtlsdrDevice::read(const Receive& receive) {
  cancelled_ = false;
  receive_ = &receive;
  // The library keeps waiting for another second.
  const LibraryListener listener(
      [this](std::string_view line) { lost_ = lost_ || line.find("cb transfer status: 5") == 0; });
  require(rtlsdr_reset_buffer(device_.get()), "start");
  counter_ = CounterCheck();
  const int result = rtlsdr_read_async(device_.get(), hand_over, this, static_cast<std::uint32_t>(queued_blocks()),
                                       static_cast<std::uint32_t>(block_bytes()));
  if (cancelled_) return;
  lost_ = true;
  throw DeviceError(Cause::Unplugged, fmt::format("{}: was unplugged (error {})", description_, result));
}

void RtlsdrDevice::cancel() noexcept {
  cancelled_ = true;
  rtlsdr_cancel_async(device_.get());
}

}  // namespace spectrumd
