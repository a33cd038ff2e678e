// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>

#include "daemon/pipeline/view.h"
#include "daemon/server/rows/row_codec.h"

namespace spectrumd {

// Cache of encoded rows, so that clients with the same request share work and memory. One thread.
class RowCache {
 public:
  explicit RowCache(std::size_t memory_bytes = std::size_t{16} << 20) : memory_bytes_(memory_bytes) {}

  SharedBytes encoded(const Row& row, const View& view, const RowFormat& format, double dbm_offset, bool from_history);

  // The levels of a row that a view shows, as a row: what is merged for slow clients.
  RowPtr windowed(const Row& row, const View& view);

  void clear();

 private:
  using Edges = std::tuple<std::optional<Hertz>, std::optional<Hertz>, std::size_t>;  // and bins, of a view
  using Wanted =
      std::tuple<std::uint64_t, Edges, Pool, std::uint8_t, std::uint8_t, double, double, bool>;  // first the sequence

  void make_room(std::size_t bytes);

  std::size_t memory_bytes_;
  std::size_t bytes_ = 0;
  std::map<Wanted, SharedBytes> encoded_;
  std::map<std::pair<std::uint64_t, Edges>, RowPtr> windowed_;
};

}  // namespace spectrumd
