// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <cstddef>

namespace gpufft::hybrid {

// Divides a batch between the processor and an accelerator by their measured speeds, so that both finish at the same
// time: the processor's part is 1 / (accelerator's speed / processor's + 1). If the processor may be busy for a part of
// the time only, its part is reduced so that it waits for the rest. Sharing has its cost, most of all for little work:
// a batch goes to one of the two alone where that has taken less time.
class Balance {
 public:
  explicit Balance(double processor_cap = 1);  // above 0, at most 1: share of the time that the processor may be busy

  // Items of a batch for the processor: all, none or some, whichever is fastest. Half as long as a speed is unknown.
  // The slower ways are tried again from time to time, so that changes are noticed, at the cost of 1 % of the time at
  // most.
  std::size_t processor_items(std::size_t batch) const;

  using Seconds = std::chrono::duration<double>;
  struct Work {
    std::size_t items;
    Seconds time;
  };
  // Records concurrent work. Newer batches count more, so that a change of the machine's load is followed quickly.
  void note(const Work& processor, const Work& accelerator);

  double processor_part() const;  // share of a large batch

 private:
  // Seconds per item; 0: unknown.
  struct Speed {
    double seconds = 0, newest = 0;
    void follow(const Work& work);
  };
  enum Way : std::size_t { kShared, kProcessor, kAccelerator };
  struct Experience {
    Speed speed;
    double part = 0;    // of the processor
    double since = 0;   // seconds of work since this way was last used
    int in_a_row = 0;   // calls, until another way was used
    bool cold = false;  // was not used for long before those
  };
  using Ways = std::array<Experience, 3>;

  std::size_t shared_items(std::size_t batch) const;
  Way way_for(std::size_t batch) const;
  Way way_on_trial(const Ways& ways, Way best, std::size_t batch) const;
  double expected(const Ways& ways, Way way) const;

  double cap_;
  Speed processor_, accelerator_;
  std::array<Ways, 65> ways_{};  // by the digits of a batch
};

}  // namespace gpufft::hybrid
