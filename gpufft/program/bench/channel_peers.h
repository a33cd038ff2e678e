// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

// Narrow channels out of samples of 8 bits at 2.4 MS/s, as other programs make them.
namespace gpufft::program {

inline constexpr double kBandRate = 2.4e6, kChannelSpacing = 12'500, kChannelWidth = 12'500, kChannelRate = 16'000;

// Side by side about the middle of the band; beyond what fits, the same again.
double channel_center(std::size_t index, std::size_t count);

class ChannelPeer {
 public:
  virtual ~ChannelPeer() = default;

  virtual std::string name() const = 0;
  virtual std::size_t channels() const = 0;  // made by each call: as requested, or the number that takes no longer
  virtual double rate() const = 0;           // of a channel
  virtual void take(std::span<const std::byte> iq) = 0;
  virtual std::span<const std::complex<float>> channel(std::size_t index) const = 0;  // after take()
  virtual double center(std::size_t index) const = 0;
};

// A mixer, and a FIR filter by FFTW's transforms that keeps one sample of 150, for each channel separately. As many
// channels as `most` allows: each takes as long as the next.
std::unique_ptr<ChannelPeer> fir_channels(std::size_t channels, std::size_t most);

// liquid-dsp's polyphase filter bank, for all channels of a raster at once.
std::unique_ptr<ChannelPeer> liquid_channels();

// A sample of 8 bits.
inline std::complex<float> point_of(std::span<const std::byte> iq) {
  const auto part = [](std::byte value) { return (static_cast<float>(std::to_integer<int>(value)) - 127.5F) / 127.5F; };
  return {part(iq[0]), part(iq[1])};
}

// Those of this build.
std::vector<std::unique_ptr<ChannelPeer>> channel_peers(std::size_t channels);

}  // namespace gpufft::program
