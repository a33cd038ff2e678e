// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/ogg_opus.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "daemon/channels/listening/little_endian.h"

namespace spectrumd {
namespace {

constexpr std::uint8_t kFirstPage = 2, kLastPage = 4;
constexpr std::size_t kChecksumAt = 22, kMostSegments = 255;
constexpr std::uint64_t kPacketGranules = 960;  // 20 ms at 48 kHz
constexpr std::string_view kVendor = "spectrumd";

// A byte through the polynomial of Ogg, most significant bit first.
constexpr std::array<std::uint32_t, 256> checksum_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
    std::uint32_t rest = byte << 24;
    for (int bit = 0; bit < 8; ++bit) rest = rest << 1 ^ ((rest >> 31) != 0 ? 0x04c11db7U : 0U);
    table[byte] = rest;
  }
  return table;
}

constexpr auto kChecksums = checksum_table();

}  // namespace

std::uint32_t ogg_checksum(std::span<const std::byte> page) {
  std::uint32_t sum = 0;
  for (const std::byte byte : page) sum = sum << 8 ^ kChecksums[(sum >> 24 ^ static_cast<std::uint32_t>(byte)) & 255];
  return sum;
}

void OggOpusWriter::begin(const OggComments& comments, std::vector<std::byte>& out) {
  std::vector<std::byte> head;
  append_text("OpusHead", head);
  append_number<std::uint8_t>(1, head);
  append_number(static_cast<std::uint8_t>(format_.channels), head);
  append_number(static_cast<std::uint16_t>(format_.pre_skip), head);
  append_number(static_cast<std::uint32_t>(format_.rate), head);
  append_number<std::uint16_t>(0, head);  // gain
  append_number<std::uint8_t>(0, head);   // mono or stereo
  put(head);
  end_page(kFirstPage, 0, out);

  std::vector<std::byte> tags;
  const auto append_string = [&](std::string_view text) {
    append_number(static_cast<std::uint32_t>(text.size()), tags);
    append_text(text, tags);
  };
  append_text("OpusTags", tags);
  append_string(kVendor);
  append_number(static_cast<std::uint32_t>(comments.size()), tags);
  for (const std::string& comment : comments) append_string(comment);
  put(tags);
  end_page(0, 0, out);
}

// A packet's length in bytes of 255, up to one that is less.
void OggOpusWriter::put(std::span<const std::byte> packet) {
  lacing_.insert(lacing_.end(), packet.size() / 255, 255);
  lacing_.push_back(static_cast<std::uint8_t>(packet.size() % 255));
  body_.insert(body_.end(), packet.begin(), packet.end());
  ++in_page_;
}

void OggOpusWriter::end_page(std::uint8_t flags, std::uint64_t granule, std::vector<std::byte>& out) {
  const std::size_t begin = out.size();
  append_text("OggS", out);
  append_number<std::uint8_t>(0, out);
  append_number(flags, out);
  append_number(granule, out);
  append_number(format_.serial, out);
  append_number(page_++, out);
  append_number<std::uint32_t>(0, out);
  append_number(static_cast<std::uint8_t>(lacing_.size()), out);
  for (const std::uint8_t length : lacing_) append_number(length, out);
  out.insert(out.end(), body_.begin(), body_.end());
  const std::uint32_t sum = ogg_checksum(std::span(out).subspan(begin));
  for (std::size_t i = 0; i < 4; ++i) out[begin + kChecksumAt + i] = static_cast<std::byte>(sum >> 8 * i & 255);
  lacing_.clear();
  body_.clear();
  in_page_ = 0;
}

// A full page waits for the packet after it: it might be the last one.
void OggOpusWriter::add(std::span<const std::byte> packet, std::vector<std::byte>& out) {
  const std::size_t segments = packet.size() / 255 + 1;
  if (in_page_ >= format_.packets_per_page || (in_page_ > 0 && lacing_.size() + segments > kMostSegments))
    end_page(0, packets_ * kPacketGranules, out);
  put(packet);
  ++packets_;
}

void OggOpusWriter::finish(std::uint64_t frames, std::vector<std::byte>& out) {
  end_page(kLastPage, std::min(frames + format_.pre_skip, packets_ * kPacketGranules), out);
}

}  // namespace spectrumd
