// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gpufft/backend.h"

namespace spectrumd {

struct BackendFacts {
  std::string name, description;
  std::optional<std::string> why_unavailable;
  std::vector<std::string> devices;
};

// Reports of the backends about themselves. Querying them starts drivers and may take seconds, so the result is cached
// for a while; one caller queries at a time, and others get the cached result. Any thread.
class BackendList {
 public:
  using Clock = std::chrono::steady_clock;

  explicit BackendList(std::span<const gpufft::Backend* const> backends) : backends_(backends) {}

  std::vector<BackendFacts> facts(Clock::time_point now = Clock::now());

 private:
  struct Known {
    std::vector<BackendFacts> facts;
    Clock::time_point since;
  };
  std::optional<Known> known() const;

  const std::span<const gpufft::Backend* const> backends_;
  std::mutex asking_;  // held while the backends are queried
  mutable std::mutex mutex_;
  std::optional<Known> known_;  // guarded by mutex_
};

}  // namespace spectrumd
