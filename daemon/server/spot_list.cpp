// SPDX-License-Identifier: MIT
#include "daemon/server/spot_list.h"

#include <algorithm>
#include <utility>

namespace spectrumd {

Spot SpotList::place(Spot spot, std::chrono::milliseconds lifetime) {
  const std::scoped_lock lock(mutex_);
  spot.time = now_();
  spot.expires = spot.time + lifetime;
  forget_expired(spot.time);
  const Name name{spot.label, spot.source};
  const auto before = spots_.find(name);
  spot.id = before != spots_.end() ? before->second.id : ++last_id_;
  if (before == spots_.end() && spots_.size() == kMost) make_room();
  return spots_[name] = std::move(spot);
}

bool SpotList::remove(std::uint64_t id) {
  const std::scoped_lock lock(mutex_);
  return std::erase_if(spots_, [id](const auto& entry) { return entry.second.id == id; }) > 0;
}

std::vector<Spot> SpotList::all() {
  const std::scoped_lock lock(mutex_);
  forget_expired(now_());
  std::vector<Spot> spots;
  for (const auto& [name, spot] : spots_) spots.push_back(spot);
  std::ranges::sort(spots, [](const Spot& a, const Spot& b) { return a.frequency < b.frequency; });
  return spots;
}

void SpotList::forget_expired(Time now) {
  std::erase_if(spots_, [now](const auto& entry) { return entry.second.expires <= now; });
}

void SpotList::make_room() {
  spots_.erase(std::ranges::min_element(spots_, {},
                                        [](const std::pair<const Name, Spot>& entry) { return entry.second.expires; }));
}

}  // namespace spectrumd
