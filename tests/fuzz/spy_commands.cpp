// SPDX-License-Identifier: MIT
// Any bytes from a client of SpyServer: the commands are the same however the bytes are cut, and what they set is in
// range.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "daemon/feeds/spyserver/spy_settings.h"

namespace {

using namespace spectrumd::spy;

constexpr std::uint32_t kStages = 4;

void check(const ClientSettings& settings) {
  const bool fine = settings.iq_stage <= kStages && settings.fft_stage <= kStages && settings.gain_db() <= 100 &&
                    settings.pixels >= 100 && settings.pixels <= 32768 && settings.db_range >= 10;
  if (!fine) std::abort();
}

std::string commands_in(std::string_view bytes, std::size_t piece) {
  CommandReader reader;
  ClientSettings settings;
  std::string seen;
  const auto obey = [&](Order order, std::string_view body) {
    if (body.size() > 256) std::abort();
    seen += std::to_string(static_cast<std::uint32_t>(order)) + ':' + std::string(body) + '\n';
    if (order == Order::SetSetting) settings.set(static_cast<Setting>(number_at(body, 0)), number_at(body, 4), kStages);
    check(settings);
  };
  while (!bytes.empty() && reader.take(bytes.substr(0, piece), obey))
    bytes.remove_prefix(std::min(piece, bytes.size()));
  return seen;
}

}  // namespace

// The first byte is the size of the pieces.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data + 1), size - 1);
  if (commands_in(bytes, 1 + data[0]) != commands_in(bytes, bytes.size())) std::abort();
  return 0;
}
