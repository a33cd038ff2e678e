// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <memory>

#include "daemon/pipeline/receiver.h"
#include "tests/eventually.h"

namespace spectrumd {

// A receiver of the simulated band.
class ReceiverTest : public testing::Test {
 protected:
  ReceiverTest() { settings_.source = "sim"; }
  void start() { receiver_ = std::make_unique<Receiver>(settings_, history_, events_, heartbeats_); }
  void expect_balanced_books() const {
    const SampleCounts counts = receiver_->status().samples;
    EXPECT_EQ(counts.received, counts.processed + counts.dropped + counts.discarded);
  }
  bool rows_reach(std::uint64_t sequence) const {
    return eventually([&] { return history_.latest() && history_.latest()->sequence >= sequence; });
  }

  Settings settings_;
  History history_{64 << 20};
  EventLog events_;
  std::atomic<Heartbeats::Clock::rep> later_ = 0;  // than it is
  Heartbeats heartbeats_{[this] { return Heartbeats::Clock::now() + Heartbeats::Clock::duration(later_); }};
  std::unique_ptr<Receiver> receiver_;
};

}  // namespace spectrumd
