// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "gpufft/spectrum.h"

namespace gpufft::qpu {

// What goes over the helper's socket: one connection is one plan. The first request plans, every other one is a batch;
// each gets one reply. Both ends are the same program, which the version makes sure of.
inline constexpr std::uint32_t kProtocol = 1;

struct PlanMessage {
  std::uint32_t protocol = kProtocol;
  std::uint32_t format = 0, window = 0, remove_dc = 0;
  std::uint64_t bins = 0, hop = 0;
  std::int64_t deadline_milliseconds = 0;
  double beta = 0;
};
PlanMessage to_message(const SpectrumRequest& request);
SpectrumRequest from_message(const PlanMessage& message);  // throws PlanError for what is no request

struct BatchMessage {
  std::uint64_t frames = 0;
  std::uint32_t reset = 0;  // forget the tracked mean before
};

// An empty text is success. That of a plan comes with the descriptor of the shared memory.
struct Reply {
  double device_seconds = 0;  // what the batch took
  std::array<char, 480> text{};

  void set_text(std::string_view words);
  std::string_view words() const;
};

}  // namespace gpufft::qpu
