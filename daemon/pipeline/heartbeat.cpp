// SPDX-License-Identifier: MIT
#include "daemon/pipeline/heartbeat.h"

namespace spectrumd {

namespace {
constexpr std::array<std::string_view, Heartbeats::kCount> kNames{"source", "dsp", "server", "http"};
}

Heartbeats::Heartbeats() {
  for (std::size_t thread = 0; thread < kCount; ++thread) tick(static_cast<Thread>(thread));
}

std::optional<std::string_view> Heartbeats::silent(std::chrono::nanoseconds limit) const {
  const auto now = Clock::now();
  for (std::size_t thread = 0; thread < kCount; ++thread) {
    const Clock::time_point last{Clock::duration(last_[thread].load(std::memory_order_relaxed))};
    if (now - last > limit) return kNames[thread];
  }
  return std::nullopt;
}

}  // namespace spectrumd
