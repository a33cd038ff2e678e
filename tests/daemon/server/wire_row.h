// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace spectrumd {

// A binary row read back the way a client would from PROTOCOL.md alone: nothing of the encoder is used.
struct WireRow {
  unsigned detectors = 0, bytes_per_level = 0, flags = 0, generation = 0, skipped = 0, coverage = 0, clipped = 0;
  std::uint32_t sequence = 0, bins = 0, ffts = 0;
  std::int64_t time_ns = 0;
  double center = 0, span = 0;
  float first_db = 0, step_db = 0, seconds = 0;
  std::map<unsigned, std::vector<unsigned>> levels;  // by detector bit

  double db(unsigned detector, std::size_t bin) const {
    return static_cast<double>(first_db) + static_cast<double>(step_db) * (levels.at(detector).at(bin) - 1.0);
  }
};

template <class Value>
Value value_at(std::span<const std::byte> bytes, std::size_t at) {
  Value value{};
  if (at + sizeof value > bytes.size()) throw std::runtime_error("a row ends early");
  std::memcpy(&value, &bytes[at], sizeof value);  // little-endian, as all hosts of the tests are
  return value;
}

inline WireRow decode_header(std::span<const std::byte> bytes) {
  if (bytes.size() < 64) throw std::runtime_error("a row ends early");
  if (std::string(reinterpret_cast<const char*>(bytes.data()), 4) != "SPR1") throw std::runtime_error("not a row");
  WireRow row;
  row.detectors = value_at<std::uint8_t>(bytes, 4);
  row.bytes_per_level = value_at<std::uint8_t>(bytes, 5);
  row.flags = value_at<std::uint16_t>(bytes, 6);
  row.sequence = value_at<std::uint32_t>(bytes, 8);
  row.generation = value_at<std::uint16_t>(bytes, 12);
  row.skipped = value_at<std::uint16_t>(bytes, 14);
  row.time_ns = value_at<std::int64_t>(bytes, 16);
  row.center = value_at<double>(bytes, 24);
  row.span = value_at<double>(bytes, 32);
  row.bins = value_at<std::uint32_t>(bytes, 40);
  row.first_db = value_at<float>(bytes, 44);
  row.step_db = value_at<float>(bytes, 48);
  row.ffts = value_at<std::uint32_t>(bytes, 52);
  row.coverage = value_at<std::uint16_t>(bytes, 56);
  row.clipped = value_at<std::uint16_t>(bytes, 58);
  row.seconds = value_at<float>(bytes, 60);
  return row;
}

inline WireRow decode_row(std::span<const std::byte> bytes) {
  WireRow row = decode_header(bytes);
  std::size_t at = 64;
  for (const unsigned detector : {1U, 2U, 4U}) {
    if (!(row.detectors & detector)) continue;
    for (std::uint32_t bin = 0; bin < row.bins; ++bin, at += row.bytes_per_level)
      row.levels[detector].push_back(row.bytes_per_level == 1 ? value_at<std::uint8_t>(bytes, at)
                                                              : value_at<std::uint16_t>(bytes, at));
  }
  if (at != bytes.size()) throw std::runtime_error("a row has bytes left over");
  return row;
}

}  // namespace spectrumd
