// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

namespace spectrumd {

// Inflated tiles, those used last: who drags through time reads most of a screen again. Any thread; nothing blocks.
class TileCache {
 public:
  using Levels = std::shared_ptr<const std::vector<std::uint8_t>>;
  using Key = std::tuple<std::size_t, std::string, std::int64_t>;  // level, file, id of the tile

  explicit TileCache(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  Levels find(const Key& key);  // null if it is not there
  void add(const Key& key, Levels levels);
  void clear();

 private:
  struct Entry {
    Key key;
    Levels levels;
  };

  const std::size_t most_bytes_;
  std::mutex mutex_;
  std::list<Entry> entries_;  // used last first
  std::map<Key, std::list<Entry>::iterator> places_;
  std::size_t bytes_ = 0;
};

}  // namespace spectrumd
