// SPDX-License-Identifier: MIT
#include "daemon/store/tile_cache.h"

#include <utility>

namespace spectrumd {

TileCache::Levels TileCache::find(const Key& key) {
  const std::scoped_lock lock(mutex_);
  const auto place = places_.find(key);
  if (place == places_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, place->second);
  return place->second->levels;
}

void TileCache::add(const Key& key, Levels levels) {
  const std::scoped_lock lock(mutex_);
  if (places_.contains(key)) return;
  bytes_ += levels->size();
  entries_.push_front({key, std::move(levels)});
  places_[key] = entries_.begin();
  while (bytes_ > most_bytes_) {
    bytes_ -= entries_.back().levels->size();
    places_.erase(entries_.back().key);
    entries_.pop_back();
  }
}

void TileCache::clear() {
  const std::scoped_lock lock(mutex_);
  entries_.clear();
  places_.clear();
  bytes_ = 0;
}

}  // namespace spectrumd
