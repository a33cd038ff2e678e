// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "daemon/pipeline/row.h"

namespace spectrumd {

// Values as the columns of a book hold them: times in nanoseconds since 1970, lists of numbers as blobs.

inline std::int64_t number_of(Time time) { return time.time_since_epoch().count(); }
inline Time time_of(std::int64_t number) { return Time(std::chrono::nanoseconds(number)); }

template <class Item>
std::span<const std::byte> bytes_of(const std::vector<Item>& items) {
  return std::as_bytes(std::span(items));
}

// Numbers of a blob, in the order of bytes of all machines that this runs on: little-endian.
template <class Item>
std::vector<Item> items_of(std::span<const std::byte> blob) {
  std::vector<Item> items(blob.size() / sizeof(Item));
  if (!items.empty()) std::memcpy(items.data(), blob.data(), items.size() * sizeof(Item));
  return items;
}

}  // namespace spectrumd
