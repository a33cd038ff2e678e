// SPDX-License-Identifier: MIT
#pragma once

#include <exception>

#include "gpufft/hybrid/balance.h"
#include "gpufft/planning/stopwatch.h"
#include "gpufft/threads/worker_pool.h"

namespace gpufft::hybrid {

// Runs the processor and the accelerator concurrently: the processor's work on the caller's thread, the accelerator's
// on a second one, which mostly waits for the device.
class Pair {
 public:
  using Clock = double (*)();  // seconds, on the thread that asks
  static double wall_clock() { return WallClock()(); }

  explicit Pair(double processor_cap, Clock clock = wall_clock) : balance_(processor_cap), pool_(2), clock_(clock) {}

  const Balance& balance() const { return balance_; }

  // Calls on_processor(first, count) and on_accelerator(first, count) for the two parts of a batch, or one of them for
  // all of it on the caller's thread; the accelerator gets the first part. When both have ended, rethrows what either
  // has thrown.
  template <typename OnProcessor, typename OnAccelerator>
  void share(std::size_t batch, const OnProcessor& on_processor, const OnAccelerator& on_accelerator) {
    const std::size_t own = balance_.processor_items(batch), others = batch - own;
    Balance::Seconds times[2] = {};
    std::exception_ptr failures[2];
    const auto work = [&](std::size_t worker) {
      const double started = clock_();
      try {
        if (worker == 0 && own > 0) on_processor(others, own);
        if (worker == 1 && others > 0) on_accelerator(std::size_t{0}, others);
      } catch (...) {
        failures[worker] = std::current_exception();
      }
      times[worker] = Balance::Seconds(clock_() - started);
    };
    if (own > 0 && others > 0)
      pool_.run(work);
    else
      work(own > 0 ? 0 : 1);
    for (const auto& failure : failures)
      if (failure) std::rethrow_exception(failure);
    balance_.note({own, times[0]}, {others, times[1]});
  }

 private:
  Balance balance_;
  WorkerPool pool_;
  Clock clock_;
};

}  // namespace gpufft::hybrid
