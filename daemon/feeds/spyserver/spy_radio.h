// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "daemon/config/settings.h"
#include "daemon/feeds/spyserver/spy_protocol.h"

namespace spectrumd {

struct ServerContext;

namespace spy {

// The radio that the clients of a SpyServer see, and which of them may tune it: the first that is connected, if any.
// One thread.
class SpyRadio {
 public:
  using Clock = std::chrono::steady_clock;

  SpyRadio(ServerContext& context, bool may_tune) : context_(context), may_tune_(may_tune) {}

  void look();  // at the radio as it is now

  Hertz center() const { return center_; }
  double rate() const { return rate_; }
  double bandwidth() const;  // what of the rate is usable
  bool sweeps() const { return sweeps_; }
  double dbm_offset() const { return dbm_offset_; }
  unsigned resolution_bits() const { return bits_; }
  std::uint32_t gain_index() const;  // of the step in use, or the nearest
  std::uint32_t most_gain_index() const { return gains_.empty() ? 0 : static_cast<std::uint32_t>(gains_.size() - 1); }

  // Control is that of one client at a time, which has it until it returns it.
  bool take_control(const void* client);
  void return_control(const void* client);

  // What the client in control requests: of several, the last of each kind, a few times a second.
  void tune(Hertz center, const std::string& address);
  void set_gain(std::uint32_t index, const std::string& address);
  void apply(Clock::time_point now = Clock::now());

 private:
  ServerContext& context_;
  const bool may_tune_;
  const void* controller_ = nullptr;
  Hertz center_;
  double rate_ = 1, dbm_offset_ = 0;
  bool sweeps_ = false;
  unsigned bits_ = 8;
  std::optional<Decibels> gain_;
  std::vector<Decibels> gains_;  // steps, lowest first
  std::optional<Hertz> requested_center_;
  std::optional<Decibels> requested_gain_;
  std::string requested_by_;
  Clock::time_point apply_again_{};
};

}  // namespace spy
}  // namespace spectrumd
