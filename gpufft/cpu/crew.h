// SPDX-License-Identifier: MIT
#pragma once

#include <barrier>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace gpufft::cpu {

// Threads that share the calls of one plan. They sleep in between.
class Crew {
 public:
  explicit Crew(std::size_t size);  // the caller of run() is one of them
  ~Crew();

  std::size_t size() const { return helpers_.size() + 1; }

  // Calls task(0) ... task(size - 1) at the same time, and waits for all. A reference: nothing is allocated.
  template <typename Task>
  void run(const Task& task) {
    if (helpers_.empty()) return task(0);
    start(std::cref(task));
  }

 private:
  using AnyTask = std::function<void(std::size_t)>;
  void start(AnyTask task);
  void help(std::size_t index);

  std::barrier<> turn_;
  AnyTask task_;  // empty: go home
  std::vector<std::jthread> helpers_;
};

// Calls task(hand, item) for all items; each hand, one for each of the crew, takes a stretch of them.
template <typename Hand, typename Task>
void share(Crew& crew, std::vector<Hand>& hands, std::size_t items, const Task& task) {
  crew.run([&](std::size_t index) {
    const std::size_t end = items * (index + 1) / hands.size();
    for (std::size_t item = items * index / hands.size(); item < end; ++item) task(hands[index], item);
  });
}

}  // namespace gpufft::cpu
