// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>

namespace spectrumd {

// Measures how fast a client receives data, from what the kernel reports: the bytes waiting in the socket and those
// acknowledged. One thread.
class SendProgress {
 public:
  using Clock = std::chrono::steady_clock;

  explicit SendProgress(Clock::time_point now) : moved_(now), waited_(now), window_began_(now) {}

  void look(int fd, Clock::time_point now);  // must be called often, compared with the limits below

  // How long nothing has been received although something was waiting.
  Clock::duration stuck(Clock::time_point now) const { return now - moved_; }

  Clock::time_point waited() const { return waited_; }  // when something last waited

  // True if something has been waiting all through `window`, and less than `bytes` were received in that time.
  bool is_slower(std::uint64_t bytes, Clock::duration window, Clock::time_point now);

 private:
  void begin_window(Clock::time_point now);

  bool waits_ = false;
  std::uint64_t taken_ = 0;  // valid while something waits
  std::uint64_t taken_before_window_ = 0;
  Clock::time_point moved_;
  Clock::time_point waited_;
  Clock::time_point window_began_;
};

}  // namespace spectrumd
