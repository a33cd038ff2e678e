// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <stop_token>
#include <vector>

#include "daemon/sources/iq_source.h"

namespace spectrumd {

// Keeps everything a source gives and stops it when there is enough.
class TestSink : public IqSink {
 public:
  struct Block {
    std::size_t bytes = 0;
    std::uint64_t first_sample = 0;
    Time time;
    Tuned tuned;
    std::optional<std::chrono::steady_clock::time_point> heard;
  };

  explicit TestSink(std::size_t enough_bytes = SIZE_MAX) : enough_bytes_(enough_bytes) {}

  void take(const IqBlock& block) override {
    bytes.insert(bytes.end(), block.bytes.begin(), block.bytes.end());
    blocks.push_back({block.bytes.size(), block.first_sample, block.time, block.tuned, block.heard});
    if (on_block) on_block(blocks.back());
    if (bytes.size() >= enough_bytes_) stop.request_stop();
  }
  void discard(const IqBlock& block) override { discarded += block.bytes.size(); }
  void report(const SourceReport& report) override {
    reports.push_back(report);
    if (on_report) on_report(report);
  }
  void idle() override {
    ++idles;
    if (on_idle) on_idle();
  }

  // Runs a source against this sink on the caller's thread.
  void hear(IqSource& source) { source.stream(stop.get_token(), requests, *this); }

  std::vector<std::byte> bytes;
  std::vector<Block> blocks;
  std::size_t discarded = 0;  // bytes
  std::vector<SourceReport> reports;
  std::function<void(const SourceReport&)> on_report;
  std::atomic<int> idles = 0;
  std::function<void()> on_idle;
  std::function<void(const Block&)> on_block;
  std::stop_source stop;
  Slot<TuningRequest> requests;

 private:
  const std::size_t enough_bytes_;
};

}  // namespace spectrumd
