// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>

namespace gpufft::hybrid {

// Who does how much of a batch, the processor or an accelerator, by the speeds they have shown. Both are to be done at
// the same time: the processor's part is 1 / (accelerator's speed / processor's + 1). Where it may be busy for a part
// of the time only, it gets so much less that it waits for the rest.
class Balance {
 public:
  explicit Balance(
      double processor_cap = 1);  // above 0, at most 1: the part of the time that the processor may be busy

  // Items of a batch for the processor. As long as a speed is unknown, half; later at least one for each, so that a
  // change shows.
  std::size_t processor_items(std::size_t batch) const;

  using Seconds = std::chrono::duration<double>;
  struct Work {
    std::size_t items;
    Seconds time;
  };
  // What was done at the same time. Newer batches count more, so that a machine whose load has changed is known soon.
  void note(const Work& processor, const Work& accelerator);

  double processor_part() const;  // of a large batch

 private:
  double cap_;
  double processor_seconds_ = 0, accelerator_seconds_ = 0;  // for an item; 0: not known
};

}  // namespace gpufft::hybrid
