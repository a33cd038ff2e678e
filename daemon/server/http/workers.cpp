// SPDX-License-Identifier: MIT
#include "daemon/server/http/workers.h"

#include <pthread.h>

#include <utility>

namespace spectrumd {

Workers::Workers(const char* name, std::size_t threads, std::size_t most_requests) : most_requests_(most_requests) {
  for (std::size_t i = 0; i < threads; ++i) {
    threads_.emplace_back([this](const std::stop_token& stop) { run(stop); });
    pthread_setname_np(threads_.back().native_handle(), name);
  }
}

Workers::~Workers() {
  for (std::jthread& thread : threads_) thread.request_stop();
  threads_.clear();
}

bool Workers::is_full() const {
  const std::scoped_lock lock(mutex_);
  return requests_ >= most_requests_;
}

void Workers::submit(Job job, Kind kind) {
  {
    const std::scoped_lock lock(mutex_);
    waiting_.push_back({std::move(job), kind});
    if (kind == Kind::Request) ++requests_;
  }
  arrived_.notify_one();
}

void Workers::run(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (arrived_.wait(lock, stop, [this] { return !waiting_.empty(); }) && !stop.stop_requested()) {
    Job job = take();
    lock.unlock();
    job();
    job = nullptr;  // what it holds is freed outside of the lock
    lock.lock();
  }
}

Workers::Job Workers::take() {
  Waiting first = std::move(waiting_.front());
  waiting_.pop_front();
  if (first.kind == Kind::Request) --requests_;
  return std::move(first.job);
}

}  // namespace spectrumd
