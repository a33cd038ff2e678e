// SPDX-License-Identifier: MIT
#include "daemon/server/feed_list.h"

#include <utility>

namespace spectrumd {

std::uint64_t FeedList::add(Look look) {
  const std::scoped_lock lock(mutex_);
  looks_.emplace(++last_id_, std::move(look));
  return last_id_;
}

void FeedList::remove(std::uint64_t id) {
  const std::scoped_lock lock(mutex_);
  looks_.erase(id);
}

std::vector<FeedStatus> FeedList::all() const {
  const std::scoped_lock lock(mutex_);
  std::vector<FeedStatus> all;
  for (const auto& [id, look] : looks_) all.push_back(look());
  return all;
}

}  // namespace spectrumd
