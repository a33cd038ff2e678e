// SPDX-License-Identifier: MIT
#include "daemon/sources/soapy/soapy_device.h"

#include <fmt/format.h>

#include <SoapySDR/Errors.hpp>
#include <SoapySDR/Formats.hpp>
#include <SoapySDR/Types.hpp>
#include <algorithm>
#include <array>

#include "daemon/sources/rtlsdr/library_messages.h"

namespace spectrumd {
namespace {

using gpufft::SampleFormat;

constexpr long kPatienceMicroseconds = 100'000;
constexpr double kModuleQueueSeconds = 0.05;  // modules queue some buffers internally

struct FormatName {
  std::string_view ours;
  const char* soapy;
  SampleFormat format;
};
constexpr std::array<FormatName, 4> kFormats{{{"cu8", SOAPY_SDR_CU8, SampleFormat::Cu8},
                                              {"cs8", SOAPY_SDR_CS8, SampleFormat::Cs8},
                                              {"cs16", SOAPY_SDR_CS16, SampleFormat::Cs16},
                                              {"cf32", SOAPY_SDR_CF32, SampleFormat::Cf32}}};

const char* name_of(SampleFormat format) { return std::ranges::find(kFormats, format, &FormatName::format)->soapy; }

// Modules may throw anything.
template <class Call>
auto guarded(const std::string& name, Cause why, Call call) {
  try {
    return call();
  } catch (const DeviceError&) {
    throw;
  } catch (const std::exception& error) {
    throw DeviceError(why, fmt::format("{}: {}", name, error.what()));
  }
}

// Without a step any gain of the range is possible, and hundreds of them are as good as any.
std::vector<Decibels> steps_of(const SoapySDR::Range& range) {
  constexpr double kMostSteps = 100;
  std::vector<Decibels> steps;
  if (range.step() <= 0 || range.maximum() - range.minimum() > kMostSteps * range.step()) return steps;
  for (double gain = range.minimum(); gain < range.maximum() + range.step() / 2; gain += range.step())
    steps.push_back({gain});
  return steps;
}

std::string named(const std::string& arguments) { return "SoapySDR " + arguments; }

// The native format of the device, if it is present; else the format every module offers.
SampleFormat native_format(const std::string& arguments, std::size_t channel) {
  try {
    SoapySDR::Device* const device = SoapySDR::Device::make(arguments);
    double full_scale = 0;
    const std::string native = device->getNativeStreamFormat(SOAPY_SDR_RX, channel, full_scale);
    SoapySDR::Device::unmake(device);
    const auto known =
        std::ranges::find_if(kFormats, [&native](const FormatName& format) { return native == format.soapy; });
    if (known != kFormats.end()) return known->format;
  } catch (const std::exception&) {  // retried later, and reported then
  }
  return SampleFormat::Cs16;
}

SampleFormat format_of(const std::string& arguments, const SoapySettings& settings) {
  if (settings.format == "auto") return native_format(arguments, settings.channel);
  return std::ranges::find(kFormats, settings.format, &FormatName::ours)->format;
}

}  // namespace

DeviceKind soapy_kind(std::string_view arguments, const Settings& settings) {
  if (arguments.empty())
    throw SourceError("source soapy: has no device; write soapy:driver=NAME, SoapySDRUtil --find lists the devices");
  capture_library_messages();
  const std::string device(arguments);
  const SoapySettings options = settings.soapy;
  const SampleFormat format = format_of(device, options);
  return {.kind = "soapy",
          .description = named(device),
          .format = format,
          .usb = true,
          .check = [](const Tuning&) {},  // only the device knows, and says so when it is tuned
          .open = [device, options,
                   format](const TuningRequest&) { return std::make_unique<SoapyDevice>(device, options, format); }};
}

SoapyDevice::SoapyDevice(const std::string& arguments, const SoapySettings& settings, SampleFormat format)
    : settings_(settings), bytes_per_sample_(gpufft::bytes_per_sample(format)), format_(name_of(format)) {
  const std::string name = named(arguments);
  device_.reset(guarded(name, Cause::Absent, [&] { return SoapySDR::Device::make(arguments); }));
  description_ = fmt::format("{} ({})", name, device_->getHardwareKey());
  check_channel();
  gain_steps_ =
      guarded(name, Cause::Failed, [&] { return steps_of(device_->getGainRange(SOAPY_SDR_RX, settings_.channel)); });
  if (!settings.antenna.empty())
    guarded(name, Cause::Failed, [&] { device_->setAntenna(SOAPY_SDR_RX, settings_.channel, settings_.antenna); });
}

void SoapyDevice::check_channel() const {
  const std::size_t channels = device_->getNumChannels(SOAPY_SDR_RX);
  if (settings_.channel >= channels)
    throw DeviceError(Cause::Refused, fmt::format("{}: has no channel {}; it has {}, counted from 0", description_,
                                                  settings_.channel, channels));
  const auto antennas = device_->listAntennas(SOAPY_SDR_RX, settings_.channel);
  if (!settings_.antenna.empty() && std::ranges::count(antennas, settings_.antenna) == 0)
    throw DeviceError(Cause::Refused, fmt::format("{}: has no antenna {}, but {}", description_, settings_.antenna,
                                                  antennas.empty() ? "none to choose" : antennas.front()));
}

SoapyDevice::~SoapyDevice() {
  try {
    if (stream_) device_->closeStream(stream_);
  } catch (...) {  // a remote server that is gone cannot be asked
  }
}

void SoapyDevice::Unmake::operator()(SoapySDR::Device* device) const noexcept {
  try {
    SoapySDR::Device::unmake(device);
  } catch (...) {  // likewise
  }
}

Tuned SoapyDevice::tune(const TuningRequest& request) {
  const std::size_t channel = settings_.channel;
  const Tuning& tuning = request.tuning;
  return guarded(description_, Cause::Refused, [&] {
    device_->setSampleRate(SOAPY_SDR_RX, channel, tuning.rate.value);
    if (device_->hasFrequencyCorrection(SOAPY_SDR_RX, channel))
      device_->setFrequencyCorrection(SOAPY_SDR_RX, channel, tuning.ppm);
    device_->setFrequency(SOAPY_SDR_RX, channel, tuning.center.value);
    set_gain(tuning.gain);
    if (!stream_) stream_ = device_->setupStream(SOAPY_SDR_RX, format_, {channel});
    return Tuned{.center = {device_->getFrequency(SOAPY_SDR_RX, channel)},
                 .rate = {device_->getSampleRate(SOAPY_SDR_RX, channel)},
                 .gain = tuning.gain ? std::optional(Decibels{device_->getGain(SOAPY_SDR_RX, channel)}) : std::nullopt,
                 .ppm = device_->hasFrequencyCorrection(SOAPY_SDR_RX, channel)
                            ? device_->getFrequencyCorrection(SOAPY_SDR_RX, channel)
                            : 0,
                 .generation = request.generation};
  });
}

void SoapyDevice::set_gain(const std::optional<Decibels>& gain) {
  const std::size_t channel = settings_.channel;
  if (device_->hasGainMode(SOAPY_SDR_RX, channel)) device_->setGainMode(SOAPY_SDR_RX, channel, !gain.has_value());
  if (gain) device_->setGain(SOAPY_SDR_RX, channel, gain->value);
  for (const std::string& element : settings_.gains) {
    const std::size_t equals = element.find('=');
    const auto value =
        equals == std::string::npos ? std::nullopt : parse_number(std::string_view(element).substr(equals + 1));
    if (!value) throw DeviceError(Cause::Refused, fmt::format("soapy.gains: \"{}\" is not NAME=DB", element));
    device_->setGain(SOAPY_SDR_RX, channel, element.substr(0, equals), *value);
  }
}

std::size_t SoapyDevice::unsettled_bytes() const {
  return static_cast<std::size_t>(kModuleQueueSeconds * device_->getSampleRate(SOAPY_SDR_RX, settings_.channel)) *
         bytes_per_sample_;
}

// A timeout is silence, which the consumer of the samples detects: some modules report nothing else when a device is
// lost. After an overflow the clock determines how much was lost.
void SoapyDevice::read(const Receive& receive) {
  cancelled_ = false;
  const std::size_t samples = device_->getStreamMTU(stream_);
  std::vector<std::byte> block(samples * bytes_per_sample_);
  if (const int error = device_->activateStream(stream_); error != 0)
    throw DeviceError(Cause::Failed, fmt::format("{}: does not start: {}", description_, SoapySDR::errToStr(error)));
  while (!cancelled_) {
    void* const buffers[]{block.data()};
    int flags = 0;
    long long time = 0;
    const int count = device_->readStream(stream_, buffers, samples, flags, time, kPatienceMicroseconds);
    if (count > 0)
      receive(std::span(block).first(static_cast<std::size_t>(count) * bytes_per_sample_));
    else if (count != SOAPY_SDR_TIMEOUT && count != SOAPY_SDR_OVERFLOW && count != 0)
      throw DeviceError(Cause::Unplugged, fmt::format("{}: {}", description_, SoapySDR::errToStr(count)));
  }
  device_->deactivateStream(stream_);
}

}  // namespace spectrumd
