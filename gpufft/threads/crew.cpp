// SPDX-License-Identifier: MIT
#include "gpufft/threads/crew.h"

#include <chrono>
#include <utility>

namespace gpufft {
namespace {

void wait_while(const std::atomic<unsigned>& value, unsigned old) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::microseconds kLookout{50};
  for (const auto end = Clock::now() + kLookout; Clock::now() < end; std::this_thread::yield()) {
    if (value.load(std::memory_order_acquire) != old) return;
  }
  value.wait(old, std::memory_order_acquire);
}

}  // namespace

Crew::Crew(std::size_t size) {
  for (std::size_t index = 1; index < size; ++index) helpers_.emplace_back([this, index] { help(index); });
}

Crew::~Crew() {
  task_ = nullptr;
  call();
}

void Crew::start(AnyTask task) {
  task_ = std::move(task);
  at_work_ = static_cast<unsigned>(helpers_.size());
  call();
  task_(0);
  while (const unsigned some = at_work_.load(std::memory_order_acquire)) wait_while(at_work_, some);
}

void Crew::call() {
  calls_.fetch_add(1, std::memory_order_release);
  calls_.notify_all();
}

void Crew::help(std::size_t index) {
  for (unsigned call = 0;; ++call) {
    wait_while(calls_, call);
    if (!task_) return;
    task_(index);
    if (at_work_.fetch_sub(1, std::memory_order_acq_rel) == 1) at_work_.notify_one();
  }
}

}  // namespace gpufft
