// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gpufft::program {

struct ChannelsRequest {
  std::vector<std::size_t> channels;
  std::optional<std::string> peer;  // absent: all that were found
  std::size_t rounds = 15;
};

struct ChannelsResult {
  std::size_t channels;
  std::string peer;     // empty: there is none for this number
  double ours, theirs;  // channels that a core makes as fast as they arrive
  double core_share;    // that ours need of a core

  double ratio() const { return ours / theirs; }
};

// Channels of 12.5 kHz at 16 kS/s out of samples of 8 bits at 2.4 MS/s, on one core; all alternately, medians.
void run_channels_bench(const ChannelsRequest& request, const std::function<void(const ChannelsResult&)>& report);

}  // namespace gpufft::program
