// SPDX-License-Identifier: MIT
#include "daemon/pipeline/planning_thread.h"

#include <malloc.h>
#include <pthread.h>

#include <new>
#include <utility>

namespace spectrumd {

PlanningThread::Made make_transform(SpectrumPlanner& planner, const PlanningThread::Order& order) {
  auto planned = planner.plan(order.settings, order.request, order.frames);
  PlanningThread::Made made{.transform = {.spectrum = std::move(planned.spectrum), .power = {}},
                            .backend = std::move(planned.choice)};
  made.transform.power.clear(order.request.bins);
  return made;
}

PlanningThread::PlanningThread(SpectrumPlanner& planner, Outlets outlets)
    : planner_(planner), outlets_(std::move(outlets)), thread_([this](const std::stop_token& stop) { run(stop); }) {}

void PlanningThread::ask(Order order) {
  {
    const std::scoped_lock lock(mutex_);
    order_ = std::move(order);
  }
  changed_.notify_one();
}

void PlanningThread::cancel() {
  {
    const std::scoped_lock lock(mutex_);
    order_.reset();
    cancelled_ = true;
  }
  changed_.notify_one();
}

void PlanningThread::retire(Transform transform) {
  {
    const std::scoped_lock lock(mutex_);
    retired_.push_back(std::move(transform));
  }
  changed_.notify_one();
}

void PlanningThread::stop() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

void PlanningThread::run(const std::stop_token& stop) {
  pthread_setname_np(pthread_self(), "planner");
  while (!stop.stop_requested()) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, stop, [this] { return order_ || !retired_.empty(); });
    auto retired = std::exchange(retired_, {});
    const auto order = std::exchange(order_, std::nullopt);
    cancelled_ = false;
    lock.unlock();
    clear_out(std::move(retired));
    if (order && !stop.stop_requested()) work_on(*order, stop);
  }
}

// Returns the memory of long transforms to the system, because the next one has other sizes.
void PlanningThread::clear_out(std::vector<Transform> retired) const {
  if (retired.empty()) return;
  retired.clear();
  malloc_trim(0);
}

bool PlanningThread::make_room(const Order& order, const std::stop_token& stop) {
  if (!order.release) return true;
  if (!order.release()) return false;
  std::unique_lock lock(mutex_);
  changed_.wait(lock, stop, [this] { return cancelled_ || !retired_.empty(); });
  auto retired = std::exchange(retired_, {});
  const bool stale = cancelled_ || order_ || stop.stop_requested();
  lock.unlock();
  clear_out(std::move(retired));
  return !stale;
}

void PlanningThread::work_on(const Order& order, const std::stop_token& stop) {
  try {
    if (!make_room(order, stop)) return;
    Made made = make_transform(planner_, order);
    outlets_.made(order.number, std::move(made));
  } catch (const std::bad_alloc&) {
    outlets_.failed(order.number, "not enough memory");
  } catch (const std::exception& error) {
    outlets_.failed(order.number, error.what());
  }
}

}  // namespace spectrumd
