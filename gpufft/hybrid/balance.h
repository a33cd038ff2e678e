// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>

namespace gpufft::hybrid {

// Divides a batch between the processor and an accelerator by their measured speeds, so that both finish at the same
// time: the processor's part is 1 / (accelerator's speed / processor's + 1). If the processor may be busy for a part of
// the time only, its part is reduced so that it waits for the rest.
class Balance {
 public:
  explicit Balance(double processor_cap = 1);  // above 0, at most 1: share of the time that the processor may be busy

  // Items of a batch for the processor: half as long as a speed is unknown, later at least one for each side, so that
  // changes are noticed.
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
  double cap_;
  double processor_seconds_ = 0, accelerator_seconds_ = 0;  // per item; 0: unknown
};

}  // namespace gpufft::hybrid
