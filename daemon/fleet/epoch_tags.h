// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "daemon/fleet/batch.h"
#include "daemon/store/epoch_book.h"

namespace spectrumd {

// The epochs of a history as they are reported: the number times 2^32 plus a checksum of the boot in which it began, so
// that histories which were copied, and continued with the same numbers, do not get in each other's way. One thread;
// reads the disk, and throws DatabaseError where that fails: a tag that is wrong once could take another one's place.
class EpochTags {
 public:
  explicit EpochTags(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::int64_t tagged(std::uint32_t epoch);

  // Adds what the destination does not know: epochs that were reported, and by how much their times are to be moved.
  void add_news(std::int32_t receiver, Batch& batch);
  bool has_news();
  void begin_session() { announced_.clear(); }  // of a destination that may know nothing

 private:
  void read();
  bool is_news(const StoredEpoch& epoch) const;

  const std::filesystem::path folder_;
  std::map<std::uint32_t, StoredEpoch> epochs_;
  std::set<std::uint32_t> used_;
  std::set<std::pair<std::uint32_t, std::int64_t>> announced_;  // with their shifts
};

}  // namespace spectrumd
