// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/wav.h"

#include <algorithm>
#include <cmath>

#include "daemon/channels/listening/little_endian.h"

namespace spectrumd {
namespace {

constexpr std::uint32_t kUnknownLength = 0xffffffff, kRestOfHeader = 36;
constexpr unsigned kSampleBytes = 2;

// Texts end with a zero, and chunks at an even place.
std::vector<std::byte> info_list(const WavTags& tags) {
  std::vector<std::byte> list;
  append_text("INFO", list);
  for (const auto& [name, text] : tags) {
    append_text(name, list);
    append_number(static_cast<std::uint32_t>(text.size() + 1), list);
    append_text(text, list);
    list.resize(list.size() + 2 - text.size() % 2);
  }
  return list;
}

}  // namespace

std::vector<std::byte> wav_header(unsigned rate, unsigned channels, std::optional<std::uint64_t> frames,
                                  const WavTags& tags) {
  const std::vector<std::byte> list = tags.empty() ? std::vector<std::byte>() : info_list(tags);
  const auto rest = static_cast<std::uint32_t>(kRestOfHeader + (list.empty() ? 0 : list.size() + 8));
  const unsigned frame_bytes = channels * kSampleBytes;
  const bool fits = frames && *frames <= (kUnknownLength - rest) / frame_bytes;
  const auto bytes = fits ? static_cast<std::uint32_t>(*frames * frame_bytes) : kUnknownLength;
  std::vector<std::byte> header;
  header.reserve(rest + 8U);
  append_text("RIFF", header);
  append_number(fits ? bytes + rest : kUnknownLength, header);
  append_text("WAVEfmt ", header);
  append_number<std::uint32_t>(16, header);  // bytes of the description
  append_number<std::uint16_t>(1, header);   // PCM
  append_number(static_cast<std::uint16_t>(channels), header);
  append_number(static_cast<std::uint32_t>(rate), header);
  append_number(static_cast<std::uint32_t>(rate * frame_bytes), header);
  append_number(static_cast<std::uint16_t>(frame_bytes), header);
  append_number<std::uint16_t>(8 * kSampleBytes, header);
  if (!list.empty()) {
    append_text("LIST", header);
    append_number(static_cast<std::uint32_t>(list.size()), header);
    header.insert(header.end(), list.begin(), list.end());
  }
  append_text("data", header);
  append_number(bytes, header);
  return header;
}

void append_s16le(std::span<const float> sound, std::vector<std::byte>& out) {
  for (const float value : sound) {
    const float clipped = std::clamp(value, -1.0F, 1.0F);
    append_number(static_cast<std::uint16_t>(static_cast<std::int16_t>(std::lrint(clipped * 32767.0F))), out);
  }
}

}  // namespace spectrumd
