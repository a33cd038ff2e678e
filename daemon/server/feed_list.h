// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "daemon/config/units.h"

namespace spectrumd {

// What a radio program would show on its dial.
struct Dial {
  Hertz frequency;
  std::string mode;
  int width_hz = 0;
};

// What a feed does at the moment.
struct FeedStatus {
  std::string name;                      // as in its setting: "rigctl"
  std::string address;                   // where it listens, or what it is connected to
  std::string state, cause;              // "listening"; the cause is empty if nothing is wrong
  std::size_t clients = 0;               // connected now
  std::uint64_t served = 0;              // clients since the start
  std::uint64_t messages = 0;            // from or to them
  std::uint64_t lost = 0;                // of those, dropped before they could be delivered
  std::optional<std::uint64_t> waiting;  // what is still to be delivered; empty where nothing ever waits
  std::optional<bool> may_tune;          // empty if its clients never do
  std::optional<Dial> dial;
};

// The feeds that run: what serves other programs in their own protocols. Any thread; nothing blocks.
class FeedList {
 public:
  using Look = std::function<FeedStatus()>;  // any thread; must not block

  // Lists a feed for as long as it exists. Must not outlive the list.
  class Entry {
   public:
    Entry(FeedList& list, Look look) : list_(list), id_(list.add(std::move(look))) {}
    ~Entry() { list_.remove(id_); }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

   private:
    FeedList& list_;
    const std::uint64_t id_;
  };

  std::vector<FeedStatus> all() const;

 private:
  std::uint64_t add(Look look);
  void remove(std::uint64_t id);  // afterwards it is not looked at any more

  mutable std::mutex mutex_;
  std::map<std::uint64_t, Look> looks_;
  std::uint64_t last_id_ = 0;
};

}  // namespace spectrumd
