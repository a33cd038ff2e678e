// SPDX-License-Identifier: MIT
#include "gpufft/threads/worker_pool.h"

#include <chrono>
#include <utility>

namespace gpufft {
namespace {

using Clock = std::chrono::steady_clock;

void wait_while(const std::atomic<unsigned>& value, unsigned old) {
  constexpr std::chrono::microseconds kLookout{50};
  for (const auto end = Clock::now() + kLookout; Clock::now() < end; std::this_thread::yield()) {
    if (value.load(std::memory_order_acquire) != old) return;
  }
  value.wait(old, std::memory_order_acquire);
}

}  // namespace

WorkerPool::WorkerPool(std::size_t size) {
  for (std::size_t index = 1; index < size; ++index) threads_.emplace_back([this, index] { work(index); });
}

WorkerPool::~WorkerPool() {
  task_ = nullptr;
  wake();
}

void WorkerPool::start(AnyTask task) {
  task_ = std::move(task);
  busy_ = static_cast<unsigned>(threads_.size());
  wake();
  task_(0);
  while (const unsigned some = busy_.load(std::memory_order_acquire)) wait_while(busy_, some);
}

void WorkerPool::wake() {
  calls_.fetch_add(1, std::memory_order_release);
  calls_.notify_all();
}

void WorkerPool::work(std::size_t index) {
  for (unsigned call = 0;; ++call) {
    wait_while(calls_, call);
    if (!task_) return;
    task_(index);
    if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) busy_.notify_one();
  }
}

}  // namespace gpufft
