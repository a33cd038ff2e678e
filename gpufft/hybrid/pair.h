// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <exception>

#include "gpufft/hybrid/balance.h"
#include "gpufft/threads/crew.h"

namespace gpufft::hybrid {

// The processor and the accelerator at work at the same time: the one on the caller's thread, the other on one that
// mostly waits for it.
class Pair {
 public:
  explicit Pair(double processor_cap) : balance_(processor_cap), crew_(2) {}

  const Balance& balance() const { return balance_; }

  // Calls on_processor(first, count) and on_accelerator(first, count) for the two parts of a batch; the accelerator's
  // is the first part. Throws what one of them throws, when both have ended.
  template <typename OnProcessor, typename OnAccelerator>
  void share(std::size_t batch, const OnProcessor& on_processor, const OnAccelerator& on_accelerator) {
    const std::size_t own = balance_.processor_items(batch), others = batch - own;
    Balance::Seconds times[2] = {};
    std::exception_ptr failures[2];
    crew_.run([&](std::size_t hand) {
      const auto started = std::chrono::steady_clock::now();
      try {
        if (hand == 0 && own > 0) on_processor(others, own);
        if (hand == 1 && others > 0) on_accelerator(std::size_t{0}, others);
      } catch (...) {
        failures[hand] = std::current_exception();
      }
      times[hand] = std::chrono::steady_clock::now() - started;
    });
    for (const auto& failure : failures)
      if (failure) std::rethrow_exception(failure);
    balance_.note({own, times[0]}, {others, times[1]});
  }

 private:
  Balance balance_;
  Crew crew_;
};

}  // namespace gpufft::hybrid
