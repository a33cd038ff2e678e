// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "daemon/pipeline/view.h"

namespace spectrumd {

// Format of the binary rows of PROTOCOL.md that a client requests.
struct RowFormat {
  std::uint8_t detectors = static_cast<std::uint8_t>(Detector::Mean);  // bits of Detector
  std::uint8_t bytes_per_level = 1;                                    // 1 or 2
  double step_db = 0.5;                                                // of levels of one byte

  friend bool operator==(const RowFormat&, const RowFormat&) = default;
};

constexpr std::size_t kRowHeaderBytes = 64;

// The level that 1 stands for in levels of one byte; also in the history on disk.
constexpr double first_level_db(double dbm_offset) { return -120 + dbm_offset; }

// Encodes one row as PROTOCOL.md describes, with a skipped count of 0. `dbm_offset` shifts the scale of the quantiser
// (0 for dBFS). If view and row do not overlap, it has 0 bins.
std::vector<std::byte> encode_row(const Row& row, const View& view, const RowFormat& format, double dbm_offset,
                                  bool from_history);

// Bytes sent to several clients.
using SharedBytes = std::shared_ptr<const std::vector<std::byte>>;

// Writes the skipped count into the header of an encoded row, so that clients that skipped different numbers of rows
// share one encoding. `header` begins with the header of a row.
void set_skipped(std::span<std::byte> header, std::size_t skipped);

// Of a row that another program has encoded: whether it is one, and what its header says.
bool is_encoded_row(std::span<const std::byte> row);
std::size_t skipped_in(std::span<const std::byte> row);
std::int64_t time_in(std::span<const std::byte> row);  // nanoseconds since 1970
bool is_past(std::span<const std::byte> row);          // it is from the history

unsigned bytes_per_level(std::span<const std::byte> header);

}  // namespace spectrumd
