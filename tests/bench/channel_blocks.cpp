// SPDX-License-Identifier: MIT
// Blocks of a band of 2.4 MS/s (u8) and channels of 12.5 kHz at 16 kS/s, and nothing else, for counting instructions:
// arm_instructions.sh subtracts runs from each other. Prints a result, so that the compiler cannot omit the work.
//
//   channel_blocks BLOCKS CHANNELS
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "gpufft/channels/channel.h"

int main(int count, char** words) {
  if (count != 3) return 64;
  const long blocks = std::atol(words[1]), channels = std::atol(words[2]);
  const gpufft::BandShape shape{2.4e6, 64'000, 48'000};  // fastest_shape() would measure the emulator
  std::mt19937 generator(1);
  std::vector<std::byte> iq(2 * shape.advance);
  for (auto& byte : iq) byte = static_cast<std::byte>(generator());
  gpufft::Band band(gpufft::SampleFormat::Cu8, shape);
  std::vector<gpufft::Channel> open;
  for (long i = 0; i < channels; ++i)
    open.emplace_back(shape, gpufft::ChannelRequest{.center = 12'500.0 * static_cast<double>(i - channels / 2) + 3000,
                                                    .rate = 16'000,
                                                    .bandwidth = 12'500});
  std::complex<float> sum;
  for (long block = 0; block < blocks; ++block) {
    band.fill(iq);
    const gpufft::BandBlock spectrum = band.transform();
    sum += spectrum.spectrum[static_cast<std::size_t>(block)];
    for (auto& channel : open) sum += channel.take(spectrum).front();
  }
  std::printf("%g\n", static_cast<double>(std::abs(sum)));
}
