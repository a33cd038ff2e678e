// SPDX-License-Identifier: MIT
#include "daemon/feeds/spyserver/spy_protocol.h"

#include <initializer_list>

namespace spectrumd::spy {
namespace {

constexpr std::uint32_t kVersion = 2U << 24 | 0U << 16 | 1700U;  // that of the clients; they compare the first two
constexpr std::size_t kCommandHead = 8, kMostBody = 256;

// The streams that messages belong to.
constexpr std::uint32_t kStatusStream = 0, kIqStream = 1, kFftStream = 4;

void append_numbers(std::initializer_list<std::uint32_t> numbers, std::string& out) {
  for (const std::uint32_t number : numbers)
    for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>(number >> shift);
}

std::uint32_t stream_of(Message type) {
  if (type == Message::FftU8) return kFftStream;
  return type >= Message::IqU8 ? kIqStream : kStatusStream;
}

}  // namespace

void append_message(Message type, std::uint32_t gain_db, std::uint32_t sequence, std::string_view body,
                    std::string& out) {
  const std::uint32_t type_and_gain = static_cast<std::uint32_t>(type) | gain_db << 16;
  append_numbers({kVersion, type_and_gain, stream_of(type), sequence, static_cast<std::uint32_t>(body.size())}, out);
  out += body;
}

void append(const DeviceInfo& info, std::string& out) {
  std::string body;
  append_numbers({info.device_type, info.serial, info.maximum_rate, info.maximum_bandwidth, info.decimation_stages,
                  info.gain_stages, info.maximum_gain_index, info.minimum_frequency, info.maximum_frequency,
                  info.resolution_bits, info.minimum_iq_decimation, info.forced_iq_format},
                 body);
  append_message(Message::DeviceInfo, 0, 0, body, out);
}

void append(const ClientSync& sync, std::string& out) {
  std::string body;
  append_numbers({sync.can_control, sync.gain, sync.device_center, sync.iq_center, sync.fft_center, sync.iq_minimum,
                  sync.iq_maximum, sync.fft_minimum, sync.fft_maximum},
                 body);
  append_message(Message::ClientSync, 0, 0, body, out);
}

std::uint32_t number_at(std::string_view body, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < sizeof number && at + i < body.size(); ++i)
    number |= static_cast<std::uint32_t>(static_cast<unsigned char>(body[at + i])) << 8 * i;
  return number;
}

bool CommandReader::take(std::string_view bytes, const Obey& obey) {
  waiting_ += bytes;
  std::string_view rest = waiting_;
  while (rest.size() >= sizeof(std::uint32_t)) {
    const std::uint32_t order = number_at(rest, 0);
    if (order > static_cast<std::uint32_t>(Order::Ping))
      return false;  // a scanner: the port is also that of Android's adb
    if (rest.size() < kCommandHead) break;
    const std::uint32_t size = number_at(rest, sizeof(std::uint32_t));
    if (size > kMostBody) return false;
    if (rest.size() < kCommandHead + size) break;
    obey(static_cast<Order>(order), rest.substr(kCommandHead, size));
    rest.remove_prefix(kCommandHead + size);
  }
  waiting_.erase(0, waiting_.size() - rest.size());
  return true;
}

}  // namespace spectrumd::spy
