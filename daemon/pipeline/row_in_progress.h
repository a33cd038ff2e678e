// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "daemon/pipeline/row.h"

namespace spectrumd {

// The row that a long sweep is assembling, for readers that follow it hop by hop. It is pooled to few bins, so that it
// can be copied several times a second. The dsp thread writes and any thread reads; either waits for the other at most
// while levels are copied. The history gets the whole row, in all its bins.
class RowInProgress {
 public:
  static constexpr std::size_t kMostBins = 32768;

  // Of each bin, as in Row: mean, max, min, and the strongest of the means that are pooled into it.
  static constexpr std::size_t kLayers = kDetectors.size() + 1;
  using Levels = std::array<std::span<const Centibel>, kLayers>;

  // Called by the dsp thread. Only prepare() takes memory.
  void prepare(std::size_t bins);
  void begin();  // a new row, without data
  void add(const RowFacts& so_far, std::size_t first_bin, const Levels& levels);
  void show();  // what was added
  void end();   // there is no row

  std::uint64_t version() const { return version_; }  // another after each show() and end()
  RowPtr row() const;                                 // null if there is none; makes a copy

  // `observer` runs on the dsp thread after every show(), with no lock held.
  void observe(std::function<void()> observer);

 private:
  void clear();  // with mutex_ held
  std::size_t cells() const;

  std::atomic<std::uint64_t> version_ = 0;
  mutable std::mutex mutex_;  // guards what follows
  std::array<std::vector<Centibel>, kLayers> layers_;
  RowFacts facts_;
  bool shown_ = false;
  std::shared_ptr<const std::function<void()>> observer_;  // shared: the dsp thread copies it without taking memory
};

}  // namespace spectrumd
