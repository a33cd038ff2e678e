// SPDX-License-Identifier: MIT
#include "daemon/server/rows/row_cache.h"

namespace spectrumd {

SharedBytes RowCache::encoded(const Row& row, const View& view, const RowFormat& format, double dbm_offset,
                              bool from_history) {
  const Wanted wanted{row.sequence,
                      {view.from, view.to, view.bins},
                      view.mean_pool,
                      format.detectors,
                      format.bytes_per_level,
                      format.step_db,
                      dbm_offset,
                      from_history};
  if (const auto found = encoded_.find(wanted); found != encoded_.end()) return found->second;
  auto made = std::make_shared<const std::vector<std::byte>>(encode_row(row, view, format, dbm_offset, from_history));
  make_room(made->size());
  return encoded_.emplace(wanted, std::move(made)).first->second;
}

RowPtr RowCache::windowed(const Row& row, const View& view) {
  const std::pair wanted{row.sequence, Edges{view.from, view.to, view.bins}};
  if (const auto found = windowed_.find(wanted); found != windowed_.end()) return found->second;
  RowPtr made = spectrumd::windowed(row, view);
  make_room(made->bytes());
  return windowed_.emplace(wanted, std::move(made)).first->second;
}

void RowCache::make_room(std::size_t bytes) {
  if (bytes_ + bytes > memory_bytes_) clear();
  bytes_ += bytes;
}

void RowCache::clear() {
  bytes_ = 0;
  encoded_.clear();
  windowed_.clear();
}

}  // namespace spectrumd
