// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>

namespace spectrumd {

// How fast a client takes what is sent to it. The kernel knows: what waits in the socket, and how much of what was sent
// has been acknowledged.
class SendProgress {
 public:
  using Clock = std::chrono::steady_clock;

  explicit SendProgress(Clock::time_point now) : moved_(now), waited_(now), window_began_(now) {}

  void look(int fd, Clock::time_point now);  // often, compared with the limits below

  // For how long nothing was taken although something waited.
  Clock::duration stuck(Clock::time_point now) const { return now - moved_; }

  Clock::time_point waited() const { return waited_; }  // when something last waited

  // Whether something has waited all the time for `window`, of which less than `bytes` were taken.
  bool is_slower(std::uint64_t bytes, Clock::duration window, Clock::time_point now);

 private:
  void begin_window(Clock::time_point now);

  bool waits_ = false;
  std::uint64_t taken_ = 0;  // known while something waits
  std::uint64_t taken_before_window_ = 0;
  Clock::time_point moved_;
  Clock::time_point waited_;
  Clock::time_point window_began_;
};

}  // namespace spectrumd
