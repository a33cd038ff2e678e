// SPDX-License-Identifier: MIT
#include "daemon/feeds/spots/wsjtx_message.h"

#include <bit>
#include <vector>

#include "daemon/feeds/spots/callsign.h"

namespace spectrumd {
namespace {

constexpr std::uint32_t kMagic = 0xADBCCBDA, kNullText = 0xFFFFFFFF;
constexpr std::size_t kLongestText = 200;
enum Kind : std::uint32_t { kStatus = 1, kDecode = 2, kWspr = 10 };

// Qt's data stream: numbers with their highest byte first. Once something is missing, all that follows is.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <typename Number>
  Number number() {
    std::uint64_t value = 0;
    for (const std::byte byte : bytes(sizeof(Number))) value = value << 8 | std::to_integer<std::uint64_t>(byte);
    return static_cast<Number>(value);
  }
  bool truth() { return number<std::uint8_t>() != 0; }
  std::string text() {
    const auto size = number<std::uint32_t>();
    if (size == kNullText) return "";
    if (size > kLongestText) complete_ = false;
    const auto letters = bytes(size);
    return {reinterpret_cast<const char*>(letters.data()), letters.size()};
  }
  void skip(std::size_t count) { bytes(count); }
  bool complete() const { return complete_; }

 private:
  std::span<const std::byte> bytes(std::size_t count) {
    if (!complete_ || count > rest_.size()) {
      complete_ = false;
      return {};
    }
    const auto first = rest_.first(count);
    rest_ = rest_.subspan(count);
    return first;
  }

  std::span<const std::byte> rest_;
  bool complete_ = true;
};

constexpr std::size_t kTimeBytes = 4, kDoubleBytes = 8;

WsjtxStatus read_status(Reader& reader, std::string id) {
  return {.id = std::move(id), .dial_hz = reader.number<std::uint64_t>()};
}

WsjtxDecode read_decode(Reader& reader, std::string id) {
  WsjtxDecode decode{.id = std::move(id)};
  reader.truth();  // new, and not asked for again
  reader.skip(kTimeBytes);
  decode.snr_db = reader.number<std::int32_t>();
  reader.skip(kDoubleBytes);  // seconds off time
  decode.offset_hz = reader.number<std::uint32_t>();
  decode.mode = reader.text();
  decode.message = reader.text();
  return decode;
}

WsprDecode read_wspr(Reader& reader, std::string id) {
  WsprDecode decode{.id = std::move(id)};
  reader.truth();
  reader.skip(kTimeBytes);
  decode.snr_db = reader.number<std::int32_t>();
  reader.skip(kDoubleBytes);
  decode.hz = reader.number<std::uint64_t>();
  reader.number<std::int32_t>();  // drift
  decode.callsign = reader.text();
  decode.locator = reader.text();
  decode.power_dbm = reader.number<std::int32_t>();
  return decode;
}

std::vector<std::string_view> words_of(std::string_view message) {
  std::vector<std::string_view> words;
  while (!message.empty()) {
    const std::string_view word = message.substr(0, message.find(' '));
    if (!word.empty()) words.push_back(word);
    message.remove_prefix(word.size() < message.size() ? word.size() + 1 : word.size());
  }
  return words;
}

// "<DL/K1ABC>" is a call that was sent as its hash.
std::string_view bare(std::string_view word) {
  if (word.size() > 2 && word.front() == '<' && word.back() == '>') return word.substr(1, word.size() - 2);
  return word;
}

}  // namespace

std::optional<WsjtxMessage> parse_wsjtx(std::span<const std::byte> datagram) {
  Reader reader(datagram);
  if (reader.number<std::uint32_t>() != kMagic) return std::nullopt;
  reader.number<std::uint32_t>();  // schema: later ones append fields
  const auto kind = reader.number<std::uint32_t>();
  std::string id = reader.text();
  std::optional<WsjtxMessage> message;
  if (kind == kStatus) message = read_status(reader, std::move(id));
  if (kind == kDecode) message = read_decode(reader, std::move(id));
  if (kind == kWspr) message = read_wspr(reader, std::move(id));
  return reader.complete() ? message : std::nullopt;
}

std::string_view sender_of(std::string_view message) {
  const auto words = words_of(message);
  if (words.size() < 2) return "";
  if (words[0] != "CQ" && words[0] != "QRZ") return is_callsign(bare(words[1])) ? bare(words[1]) : "";
  // Behind CQ may stand whom it is for: "DX", "POTA", "090".
  for (std::size_t i = 1; i < words.size() && i <= 2; ++i)
    if (is_callsign(bare(words[i]))) return bare(words[i]);
  return "";
}

}  // namespace spectrumd
