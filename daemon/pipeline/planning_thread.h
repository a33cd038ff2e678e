// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "daemon/pipeline/backend_choice.h"
#include "daemon/pipeline/dsp_loop.h"

namespace spectrumd {

// Plans transforms on a thread that nothing waits for, and destroys retired ones there: either may take seconds. Works
// from construction to destruction, which blocks until the current plan is done.
class PlanningThread {
 public:
  struct Order {
    std::uint64_t number = 0;
    Settings settings;
    gpufft::SpectrumRequest request;
    std::size_t frames = 0;  // per row
    // Set if memory is short: releases the transform in use and waits for that. Returns false if the order is stale.
    std::function<bool()> release;
  };
  struct Made {
    Transform transform;
    std::shared_ptr<const BackendChoice> backend;
  };
  // Called on the planning thread, with no lock held.
  struct Outlets {
    std::function<void(std::uint64_t number, Made)> made;
    std::function<void(std::uint64_t number, const std::string& reason)> failed;
  };

  PlanningThread(SpectrumPlanner& planner, Outlets outlets);

  void ask(Order order);             // any thread; newest wins: an order not started yet is dropped
  void cancel();                     // any thread; drops an order not started yet or still waiting for a release
  void retire(Transform transform);  // any thread
  void stop();                       // and join; no callback runs afterwards

 private:
  void run(const std::stop_token& stop);
  void work_on(const Order& order, const std::stop_token& stop);
  bool make_room(const Order& order, const std::stop_token& stop);
  void clear_out(std::vector<Transform> retired) const;

  SpectrumPlanner& planner_;
  const Outlets outlets_;

  std::mutex mutex_;  // guards what follows
  std::condition_variable_any changed_;
  std::optional<Order> order_;
  bool cancelled_ = false;  // since an order was started
  std::vector<Transform> retired_;

  std::jthread thread_;
};

// Plans on the calling thread. Throws gpufft::PlanError.
PlanningThread::Made make_transform(SpectrumPlanner& planner, const PlanningThread::Order& order);

}  // namespace spectrumd
