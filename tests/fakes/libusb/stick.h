// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tests/fakes/libusb/antenna.h"
#include "tests/fakes/libusb/demodulator.h"

namespace fake_usb {

using Clock = std::chrono::steady_clock;

// A stick's entry in the world's file.
struct StickFacts {
  std::uint16_t vendor = 0x0bda, product = 0x2838;
  std::string manufacturer = "Realtek", name = "RTL2838UHIDIR", serial = "00000001";
  std::string tuner = "r820t";  // r820t, r828d or none
  double crystal_ppm = 0;       // how much too fast it runs
  std::uint8_t bus = 1, address = 4;
  std::vector<std::uint8_t> ports{1};
  std::string scene, recording;  // of the antenna
  double speed = 1;              // of its time; 0: as fast as it is read
  bool patient = false;          // its FIFO never overflows: what finds no room comes later
  std::uint64_t seed = 1;
  bool filtered = false;  // as in real sticks; false: a flat passband
};

// One stick: its control endpoint, its stream of samples with the FIFO behind it, and what can be wrong with it.
class Stick {
 public:
  explicit Stick(StickFacts facts);

  int control(bool in, std::uint16_t value, std::uint16_t index, std::span<std::uint8_t> data);  // bytes, or an error

  // The stream. While it runs, samples come by the clock into the transfers that are queued, then into the FIFO of
  // 4 KiB; what comes after that is lost, counted to the byte, and missing from what is read later.
  void advance(std::uint64_t queued_bytes);           // up to now; call it before that number changes
  std::uint64_t available() const;                    // bytes that have come and can be read
  void read(std::span<std::uint8_t> bytes);           // at most that many
  Clock::time_point when(std::uint64_t bytes) const;  // that many will be there
  void restart_stream();

  bool plugged() const { return plugged_; }
  void plug();  // under a new address, as the kernel does it
  void unplug();
  void lose(std::uint64_t bytes);  // as if the FIFO had overflowed now
  void stall(bool stalled);

  const StickFacts& facts() const { return facts_; }
  Reception reception() const { return demodulator_->reception(); }
  std::uint64_t bytes_read() const { return read_; }
  std::uint64_t bytes_lost() const { return lost_; }
  std::uint64_t plugging() const { return plugging_; }  // grows with each time it is plugged in
  Demodulator& demodulator() { return *demodulator_; }

  bool permitted = true;
  bool kernel_driver = false, busy = false;
  int error = 0;  // result of every control transfer until error_until
  Clock::time_point error_until{};
  std::optional<std::size_t> short_packet;  // the length of the next transfer

 private:
  std::uint64_t come() const;  // bytes since the stream began, by the clock
  Reception reception_at_read() const;

  StickFacts facts_;
  std::optional<Demodulator> demodulator_;
  Antenna antenna_;
  bool plugged_ = true, stalled_ = false;
  std::uint64_t plugging_ = 1;

  struct Gap {
    std::uint64_t at;  // in bytes read since the stream began
    std::uint64_t bytes;
  };
  std::deque<Gap> gaps_;
  // What came before a change of the registers and has not been read keeps the reception of its time.
  struct Change {
    std::uint64_t at;  // in bytes read since the stream began
    Reception before;
  };
  std::deque<Change> changes_;
  double rate_ = 0;                // bytes a second of the clock; 0: does not run
  Clock::time_point began_{};      // the stream, or the change of its rate
  std::uint64_t came_before_ = 0;  // bytes until then
  std::uint64_t accounted_ = 0;    // bytes that came: to be read, or lost
  std::uint64_t stream_lost_ = 0, stream_read_ = 0;
  std::uint64_t read_ = 0, lost_ = 0;  // since the program began
};

}  // namespace fake_usb
