// SPDX-License-Identifier: MIT
#include "daemon/feeds/kiwi/kiwi_row.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "daemon/feeds/kiwi/adpcm.h"
#include "daemon/feeds/row_pixels.h"

namespace spectrumd {
namespace {

constexpr double kLeastByte = 55, kMostByte = 255;
constexpr std::uint32_t kCompressedRow = 0x10000;

std::uint8_t byte_of(Centibel level) {
  if (level == kNoLevel) return static_cast<std::uint8_t>(kLeastByte);
  return static_cast<std::uint8_t>(std::clamp(std::round(kMostByte + decibels(level)), kLeastByte, kMostByte));
}

void append_number(std::uint32_t number, std::string& out) {
  for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>(number >> shift);
}

}  // namespace

std::string kiwi_row(const Row& row, Detector detector, const KiwiSession& session, std::uint32_t sequence) {
  std::array<std::uint8_t, kKiwiBins> levels{};
  std::ranges::transform(row_pixels(row, detector, session.span(), kKiwiBins), levels.begin(), byte_of);
  std::string message = "W/F ";
  append_number(session.first_bin(), message);
  append_number(session.zoom() | (session.compresses() ? kCompressedRow : 0), message);
  append_number(sequence, message);
  if (session.compresses()) return message + kiwi_adpcm(levels);
  return message.append(levels.begin(), levels.end());
}

}  // namespace spectrumd
