// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "daemon/pipeline/view.h"

namespace spectrumd {

// How a client wants the binary rows of PROTOCOL.md.
struct RowFormat {
  std::uint8_t detectors = static_cast<std::uint8_t>(Detector::Mean);  // bits of Detector
  std::uint8_t bytes_per_level = 1;                                    // 1 or 2

  friend bool operator==(const RowFormat&, const RowFormat&) = default;
};

constexpr std::size_t kRowHeaderBytes = 64;

// The bytes of one row as PROTOCOL.md lays them out, with nothing skipped. `dbm_offset` moves the scale of the
// quantiser (0 for dBFS). A view that has nothing in common with the row gives 0 bins.
std::vector<std::byte> encode_row(const Row& row, const View& view, const RowFormat& format, double dbm_offset,
                                  bool from_history);

// Bytes that several clients are sent.
using SharedBytes = std::shared_ptr<const std::vector<std::byte>>;

// Writes the skipped count into the header of an encoded row, so that one encoding serves clients that missed different
// numbers. `header` begins with the header of a row.
void set_skipped(std::span<std::byte> header, std::size_t skipped);

}  // namespace spectrumd
