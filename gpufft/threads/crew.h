// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace gpufft {

// Threads that share the calls of one plan. Between calls they look out for the next one for a moment, for to be woken
// takes as long as a short call; then they sleep.
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
  void call();
  void help(std::size_t index);

  AnyTask task_;  // empty: go home
  std::atomic<unsigned> calls_ = 0;
  std::atomic<unsigned> at_work_ = 0;
  std::vector<std::jthread> helpers_;
};

// What one of some hands takes of some items: those from `first` up to but without `end`.
struct Stretch {
  std::size_t first, end;
};
inline Stretch stretch_of(std::size_t items, std::size_t hand, std::size_t hands) {
  return {items * hand / hands, items * (hand + 1) / hands};
}

// Calls task(hand, stretch) for the stretch of all items that each hand takes, one for each of the crew.
template <typename Hand, typename Task>
void share_out(Crew& crew, std::vector<Hand>& hands, std::size_t items, const Task& task) {
  crew.run([&](std::size_t index) { task(hands[index], stretch_of(items, index, hands.size())); });
}

// Calls task(hand, item) for all items.
template <typename Hand, typename Task>
void share(Crew& crew, std::vector<Hand>& hands, std::size_t items, const Task& task) {
  share_out(crew, hands, items, [&](Hand& hand, Stretch stretch) {
    for (std::size_t item = stretch.first; item < stretch.end; ++item) task(hand, item);
  });
}

}  // namespace gpufft
