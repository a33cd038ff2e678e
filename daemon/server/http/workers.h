// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace spectrumd {

// Threads for work that would block the connection thread, first come, first served. A job must not throw. submit()
// does not block; the destructor drops waiting jobs and waits for running ones.
class Workers {
 public:
  using Job = std::function<void()>;
  enum class Kind { Request, Piece };  // Piece: part of an answer already begun; at most one per connection

  Workers(const char* name, std::size_t threads, std::size_t most_requests);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  bool is_full() const;  // no more requests may be submitted
  void submit(Job job, Kind kind);

 private:
  struct Waiting {
    Job job;
    Kind kind;
  };
  void run(const std::stop_token& stop);
  Job take();

  const std::size_t most_requests_;
  mutable std::mutex mutex_;
  std::condition_variable_any arrived_;
  std::deque<Waiting> waiting_;  // guarded by mutex_, as is the next
  std::size_t requests_ = 0;     // among them
  std::vector<std::jthread> threads_;
};

}  // namespace spectrumd
