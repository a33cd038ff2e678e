// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/backend_list.h"

#include <utility>

namespace spectrumd {

namespace {

constexpr std::chrono::minutes kFresh{1};

std::vector<BackendFacts> ask(std::span<const gpufft::Backend* const> backends) {
  std::vector<BackendFacts> facts;
  for (const gpufft::Backend* backend : backends)
    facts.push_back({std::string(backend->name()), std::string(backend->description()), backend->why_unavailable(),
                     backend->devices()});
  return facts;
}

}  // namespace

std::vector<BackendFacts> BackendList::facts(Clock::time_point now) {
  const auto is_fresh = [now](const Known& known) { return now - known.since < kFresh; };
  std::optional<Known> old = known();
  if (old && is_fresh(*old)) return old->facts;
  std::unique_lock asking(asking_, std::defer_lock);
  if (!old)
    asking.lock();
  else if (!asking.try_lock())
    return old->facts;
  old = known();  // another caller may have asked meanwhile
  if (old && is_fresh(*old)) return old->facts;
  Known fresh{ask(backends_), now};
  const std::scoped_lock lock(mutex_);
  return known_.emplace(std::move(fresh)).facts;
}

std::optional<BackendList::Known> BackendList::known() const {
  const std::scoped_lock lock(mutex_);
  return known_;
}

}  // namespace spectrumd
