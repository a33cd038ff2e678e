// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace gpufft {

// A pool of threads that share the calls of one plan. After a call they poll for the next one for a short while, since
// waking a thread takes as long as a short call; then they sleep.
class WorkerPool {
 public:
  explicit WorkerPool(std::size_t size);  // threads, the caller of run() included
  ~WorkerPool();

  std::size_t size() const { return threads_.size() + 1; }

  // Calls task(0) ... task(size - 1) concurrently and waits for all; the task is passed by reference, so nothing is
  // allocated. One caller at a time.
  template <typename Task>
  void run(const Task& task) {
    if (threads_.empty()) return task(0);
    start(std::cref(task));
  }

 private:
  using AnyTask = std::function<void(std::size_t)>;
  void start(AnyTask task);
  void wake();
  void work(std::size_t index);

  AnyTask task_;  // empty: threads end
  std::atomic<unsigned> calls_ = 0;
  std::atomic<unsigned> busy_ = 0;
  std::vector<std::jthread> threads_;
};

// The part of some items that one worker does: from `first` up to but not including `end`.
struct Stretch {
  std::size_t first, end;
};
inline Stretch stretch_of(std::size_t items, std::size_t worker, std::size_t workers) {
  return {items * worker / workers, items * (worker + 1) / workers};
}

// Calls task(worker, stretch) with each worker's part of all items; the pool has one thread for each worker.
template <typename Worker, typename Task>
void share_out(WorkerPool& pool, std::vector<Worker>& workers, std::size_t items, const Task& task) {
  pool.run([&](std::size_t index) { task(workers[index], stretch_of(items, index, workers.size())); });
}

// Calls task(worker, item) for all items.
template <typename Worker, typename Task>
void share(WorkerPool& pool, std::vector<Worker>& workers, std::size_t items, const Task& task) {
  share_out(pool, workers, items, [&](Worker& worker, Stretch stretch) {
    for (std::size_t item = stretch.first; item < stretch.end; ++item) task(worker, item);
  });
}

}  // namespace gpufft
