// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

struct OpusEncoder;

namespace spectrumd {

struct SoundCoding {
  unsigned rate = 24'000;  // 8, 12, 16, 24 or 48 kHz
  unsigned channels = 1;   // interleaved
  unsigned bit_rate = 24'000;
  bool voice = true;      // else music
  unsigned effort = 4;    // 0 to 10; what it costs a processor
  double highest_hz = 0;  // that is in the sound; 0: all that the rate allows

  friend bool operator==(const SoundCoding&, const SoundCoding&) = default;
};

// Codes sound as packets of Opus, 20 ms each. One thread; allocates nothing after it is made.
class SoundCoder {
 public:
  using Packet = std::function<void(std::span<const std::byte>)>;  // valid within the call

  explicit SoundCoder(const SoundCoding& coding);  // throws ListenError
  ~SoundCoder();
  SoundCoder(SoundCoder&&) noexcept;
  SoundCoder& operator=(SoundCoder&&) noexcept;

  const SoundCoding& coding() const { return coding_; }
  std::size_t packet_frames() const { return coding_.rate / 50; }
  unsigned pre_skip() const;  // frames at 48 kHz, that decoders leave out at the start

  void take(std::span<const float> sound, const Packet& packet);  // what is less than a packet waits
  void finish(const Packet& packet);  // fills the last packets with silence, up to the sound that the coder holds back

 private:
  struct Close {
    void operator()(OpusEncoder* encoder) const;
  };

  void encode(const Packet& packet);

  SoundCoding coding_;
  std::unique_ptr<OpusEncoder, Close> encoder_;
  std::vector<float> sound_;
  std::vector<unsigned char> packet_;
};

}  // namespace spectrumd
