// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "daemon/sources/sim/radio.h"
#include "tests/fakes/libusb/band_filter.h"
#include "tests/fakes/libusb/demodulator.h"

namespace fake_usb {

// The signal on the cable, received with the settings in the stick's registers: a simulated scene at the frequency,
// rate and gain of the stick; or a recording of cu8 samples, which is the same at every frequency.
class Antenna {
 public:
  // An empty scene is the built-in one.
  Antenna(const std::string& scene, const std::string& recording, std::uint64_t seed, bool filtered);

  void receive(std::span<std::uint8_t> bytes, const Reception& reception);
  void skip(std::uint64_t bytes, const Reception& reception);  // they pass unread

 private:
  void follow(const Reception& reception);
  void refill();
  void play(std::span<std::uint8_t> bytes);

  spectrumd::sim::Radio radio_;
  std::optional<BandFilter> filter_;
  Reception reception_;
  std::ifstream recording_;
  std::array<std::byte, 64 * 2 * spectrumd::sim::kChunk> buffer_{};
  std::size_t used_ = buffer_.size();  // of the buffer
  std::uint8_t counter_ = 0;           // of the test mode
};

}  // namespace fake_usb
