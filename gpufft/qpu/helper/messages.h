// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "gpufft/spectrum.h"

namespace gpufft::qpu {

// The messages on the helper's socket. One connection is one plan: the first request plans, every other one is a batch;
// each gets one reply. Both ends are the same program, which the version ensures.
inline constexpr std::uint32_t kProtocol = 1;

struct PlanMessage {
  std::uint32_t protocol = kProtocol;
  std::uint32_t format = 0, window = 0, remove_dc = 0;
  std::uint64_t bins = 0, hop = 0;
  std::int64_t deadline_milliseconds = 0;
  double beta = 0;
};
PlanMessage to_message(const SpectrumRequest& request);
SpectrumRequest from_message(const PlanMessage& message);  // throws PlanError if it is invalid

struct BatchMessage {
  std::uint64_t frames = 0;
  std::uint32_t reset = 0;  // forget the tracked mean first
};

// An empty text means success. The reply to a plan carries the descriptor of the shared memory.
struct Reply {
  double device_seconds = 0;  // for the batch
  std::array<char, 480> text{};

  void set_text(std::string_view words);
  std::string_view words() const;
};

}  // namespace gpufft::qpu
