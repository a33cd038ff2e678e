// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "daemon/config/units.h"

namespace spectrumd {

// What another program says is on a frequency, for a while: a station of a DX cluster, of WSJT-X, of a log.
struct Spot {
  Hertz frequency;
  std::string label, comment, source;  // the callsign, say; anything; the program or network that says so
  Time time{}, expires{};
  std::uint64_t id = 0;
};

// The spots that other programs have placed. Each is forgotten when it expires; of too many the one that expires first
// makes room. Any thread; nothing blocks.
class SpotList {
 public:
  static constexpr std::size_t kMost = 1000;

  explicit SpotList(std::function<Time()> now = [] { return std::chrono::system_clock::now(); })
      : now_(std::move(now)) {}

  // Replaces the one of the same label and source, which has moved or is renewed, and keeps its id.
  Spot place(Spot spot, std::chrono::milliseconds lifetime);
  bool remove(std::uint64_t id);  // false if there is none
  std::vector<Spot> all();        // lowest first

 private:
  using Name = std::pair<std::string, std::string>;  // label, source

  void forget_expired(Time now);
  void make_room();

  const std::function<Time()> now_;
  std::mutex mutex_;
  std::map<Name, Spot> spots_;
  std::uint64_t last_id_ = 0;
};

}  // namespace spectrumd
