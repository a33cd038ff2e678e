// SPDX-License-Identifier: MIT
#include "daemon/server/rows/row_codec.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace spectrumd {

namespace {

static_assert(std::endian::native == std::endian::little, "the wire is little-endian; other hosts need byte swaps");

// Offsets of the fields of PROTOCOL.md that are not written in order, or read back.
constexpr std::size_t kDetectorsAt = 4, kBytesPerLevelAt = 5, kFlagsAt = 6;
constexpr std::size_t kSkippedAt = 14, kTimeAt = 16, kBinsAt = 40;

// Encoding of levels: 0 means no data, v means first + step * (v - 1).
struct Scale {
  double first_db;
  double step_db;
  double most;  // the largest number

  double value(Centibel level) const {
    if (level == kNoLevel) return 0;
    return std::clamp(std::floor((decibels(level) - first_db) / step_db + 1.5), 1.0, most);
  }
};

Scale scale_of(const RowFormat& format, double dbm_offset) {
  if (format.bytes_per_level == 1)
    return {.first_db = first_level_db(dbm_offset), .step_db = format.step_db, .most = UINT8_MAX};
  return {.first_db = -300 + dbm_offset, .step_db = 0.01, .most = UINT16_MAX};
}

// Appends values as they lie in memory.
class Writer {
 public:
  explicit Writer(std::span<std::byte> target) : target_(target) {}

  template <class Value>
  void put(Value value) {
    std::memcpy(target_.data(), &value, sizeof value);
    target_ = target_.subspan(sizeof value);
  }

  template <class Value>
  void put_levels(std::span<const Centibel> levels, const Scale& scale) {
    for (const Centibel level : levels) put(static_cast<Value>(scale.value(level)));
  }

 private:
  std::span<std::byte> target_;
};

template <class Value>
Value value_at(std::span<const std::byte> bytes, std::size_t place) {
  Value value{};
  std::memcpy(&value, bytes.subspan(place).data(), sizeof value);
  return value;
}

std::uint16_t ten_thousandths(double fraction, double (*round)(double)) {
  return static_cast<std::uint16_t>(round(std::clamp(fraction, 0.0, 1.0) * 10000));
}

void put_header(Writer& out, const RowFacts& row, const Window& window, const RowFormat& format, const Scale& scale,
                bool from_history) {
  for (const char letter : {'S', 'P', 'R', '1'}) out.put(letter);
  out.put(format.detectors);
  out.put(format.bytes_per_level);
  out.put(static_cast<std::uint16_t>(row.flags | (from_history ? kRowHistory : 0)));
  out.put(static_cast<std::uint32_t>(row.sequence));
  out.put(static_cast<std::uint16_t>(row.generation));
  out.put(std::uint16_t{0});  // skipped: set for each client
  out.put(static_cast<std::int64_t>(row.time.time_since_epoch().count()));
  out.put(window.center.value);
  out.put(window.span.value);
  out.put(static_cast<std::uint32_t>(window.bins));
  out.put(static_cast<float>(scale.first_db));
  out.put(static_cast<float>(scale.step_db));
  out.put(row.ffts);
  out.put(ten_thousandths(row.coverage, std::round));
  out.put(ten_thousandths(row.clipped, std::ceil));
  out.put(std::chrono::duration<float>(row.duration).count());
}

}  // namespace

std::vector<std::byte> encode_row(const Row& row, const View& view, const RowFormat& format, double dbm_offset,
                                  bool from_history) {
  const Window window = window_of(row, row.bins(), view);
  const Scale scale = scale_of(format, dbm_offset);
  const auto detectors = static_cast<std::size_t>(std::popcount(format.detectors));
  std::vector<std::byte> encoded(kRowHeaderBytes + detectors * window.bins * format.bytes_per_level);
  Writer out(encoded);
  put_header(out, row, window, format, scale, from_history);
  for (const Detector detector : kDetectors) {
    if (!(format.detectors & static_cast<std::uint8_t>(detector))) continue;
    const std::vector<Centibel> levels = levels_in(row, detector, window);
    if (format.bytes_per_level == 1) out.put_levels<std::uint8_t>(levels, scale);
    if (format.bytes_per_level == 2) out.put_levels<std::uint16_t>(levels, scale);
  }
  return encoded;
}

void set_skipped(std::span<std::byte> header, std::size_t skipped) {
  Writer(header.subspan(kSkippedAt)).put(static_cast<std::uint16_t>(std::min<std::size_t>(skipped, UINT16_MAX)));
}

bool is_encoded_row(std::span<const std::byte> row) {
  if (row.size() < kRowHeaderBytes || std::memcmp(row.data(), "SPR1", 4) != 0) return false;
  const auto detectors = static_cast<std::uint64_t>(std::popcount(value_at<std::uint8_t>(row, kDetectorsAt)));
  return row.size() == kRowHeaderBytes + detectors * value_at<std::uint32_t>(row, kBinsAt) * bytes_per_level(row);
}

std::size_t skipped_in(std::span<const std::byte> row) { return value_at<std::uint16_t>(row, kSkippedAt); }

std::int64_t time_in(std::span<const std::byte> row) { return value_at<std::int64_t>(row, kTimeAt); }

bool is_past(std::span<const std::byte> row) { return (value_at<std::uint16_t>(row, kFlagsAt) & kRowHistory) != 0; }

unsigned bytes_per_level(std::span<const std::byte> header) {
  return std::to_integer<unsigned>(header[kBytesPerLevelAt]);
}

}  // namespace spectrumd
