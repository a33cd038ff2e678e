// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

namespace spectrumd {

// A link to a port of this machine that can swallow what it is given: connections stay open, also new ones, and nothing
// arrives in either direction, as behind a router that has forgotten them.
class SwallowingLink {
 public:
  explicit SwallowingLink(std::uint16_t target);

  std::uint16_t port() const { return port_; }
  void swallow(bool yes) { swallows_ = yes; }  // what is swallowed once is lost, and its connections with it

 private:
  void run(const std::stop_token& stop, int listener) const;

  const std::uint16_t target_;
  std::uint16_t port_ = 0;
  std::atomic<bool> swallows_ = false;
  std::jthread thread_;
};

}  // namespace spectrumd
