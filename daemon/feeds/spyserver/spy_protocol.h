// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace spectrumd::spy {

// The protocol of SpyServer. All numbers are little-endian and of 32 bits.

enum class Order : std::uint32_t { Hello = 0, GetSetting = 1, SetSetting = 2, Ping = 3 };

enum class Setting : std::uint32_t {
  StreamingMode = 0,
  StreamingEnabled = 1,
  Gain = 2,  // an index
  IqFormat = 100,
  IqFrequency = 101,
  IqDecimation = 102,   // a stage: the rate is halved as often
  IqDigitalGain = 103,  // dB; kAutomaticGain
  FftFormat = 200,
  FftFrequency = 201,
  FftDecimation = 202,
  FftDbOffset = 203,
  FftDbRange = 204,
  FftDisplayPixels = 205
};
constexpr std::uint32_t kAutomaticGain = 0xFFFFFFFF;
constexpr std::uint32_t kIqMode = 1, kFftMode = 4;  // bits of StreamingMode

enum class Message : std::uint16_t {
  DeviceInfo = 0,
  ClientSync = 1,
  Pong = 2,
  IqU8 = 100,
  IqS16 = 101,
  IqFloat = 103,
  FftU8 = 301
};

// What the server has, sent once.
struct DeviceInfo {
  std::uint32_t device_type = 3;  // an RTL-SDR: of others clients compute the digital gain differently
  std::uint32_t serial = 1;
  std::uint32_t maximum_rate = 0, maximum_bandwidth = 0, decimation_stages = 0;
  std::uint32_t gain_stages = 0, maximum_gain_index = 0;
  std::uint32_t minimum_frequency = 0, maximum_frequency = 0;
  std::uint32_t resolution_bits = 8;
  std::uint32_t minimum_iq_decimation = 0, forced_iq_format = 0;
};

// What holds for a client, sent whenever that changes.
struct ClientSync {
  std::uint32_t can_control = 0, gain = 0;
  std::uint32_t device_center = 0, iq_center = 0, fft_center = 0;
  std::uint32_t iq_minimum = 0, iq_maximum = 0, fft_minimum = 0, fft_maximum = 0;

  friend bool operator==(const ClientSync&, const ClientSync&) = default;
};

void append(const DeviceInfo& info, std::string& out);
void append(const ClientSync& sync, std::string& out);
// The body is not empty. `gain_db` is what samples were amplified by.
void append_message(Message type, std::uint32_t gain_db, std::uint32_t sequence, std::string_view body,
                    std::string& out);

// Takes commands off a stream of bytes.
class CommandReader {
 public:
  using Obey = std::function<void(Order order, std::string_view body)>;

  // False if this is not the protocol: the client is to be disconnected.
  bool take(std::string_view bytes, const Obey& obey);

 private:
  std::string waiting_;
};

std::uint32_t number_at(std::string_view body, std::size_t at);  // 0 beyond its end

}  // namespace spectrumd::spy
