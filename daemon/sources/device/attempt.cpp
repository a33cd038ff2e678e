// SPDX-License-Identifier: MIT
#include "daemon/sources/device/attempt.h"

#include <pthread.h>

#include <thread>
#include <utility>

namespace spectrumd {

std::shared_ptr<Attempt> Attempt::begin(const DeviceKind& kind, TuningRequest request, std::uint64_t next_sample,
                                        IqSink& sink, Feed::Now now) {
  const std::shared_ptr<Attempt> attempt(new Attempt(kind, std::move(request), next_sample, sink, std::move(now)));
  std::thread([attempt] {
    pthread_setname_np(pthread_self(), "radio");
    attempt->control();
  }).detach();
  return attempt;
}

Attempt::Attempt(const DeviceKind& kind, TuningRequest request, std::uint64_t next_sample, IqSink& sink, Feed::Now now)
    : kind_(kind),
      feed_(sink, next_sample, gpufft::bytes_per_sample(kind.format), std::move(now)),
      last_request_(std::move(request)) {
  ++alive_;
}

void Attempt::tune(TuningRequest request) {
  {
    const std::scoped_lock lock(mutex_);
    request_ = std::move(request);
  }
  changed_.notify_all();
}

void Attempt::stop() {
  {
    const std::scoped_lock lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
}

Attempt::Progress Attempt::progress() const {
  Progress progress{.feed = feed_.facts()};
  const std::scoped_lock lock(mutex_);
  progress.reading = reading_;
  progress.over = over_;
  progress.lost = over_ || cause_ != Cause::None || (device_ && device_->lost());
  progress.cause = cause_;
  progress.reason = reason_;
  progress.description = description_;
  progress.gain_steps = gain_steps_;
  if (device_) progress.patience = device_->patience();
  return progress;
}

void Attempt::fail(Cause cause, const std::string& reason) {
  const std::scoped_lock lock(mutex_);
  if (cause_ != Cause::None) return;  // what follows a failure is its consequence
  cause_ = cause;
  reason_ = reason;
}

template <class Work>
void Attempt::guarded(Work work) {
  try {
    work();
  } catch (const DeviceError& error) {
    fail(error.cause, error.what());
  } catch (const std::exception& error) {
    fail(Cause::Failed, error.what());
  }
}

void Attempt::control() {
  guarded([this] {
    const std::unique_ptr<Device> device = kind_.open(last_request_);
    {
      const std::scoped_lock lock(mutex_);
      device_ = device.get();
      description_ = device->description();
      gain_steps_ = device->gain_steps();
    }
    guarded([&] { serve(*device); });
    {
      const std::scoped_lock lock(mutex_);
      device_ = nullptr;
    }
  });  // closes the device
  feed_.close();
  const std::scoped_lock lock(mutex_);
  over_ = true;
}

void Attempt::tune_to_last_request(Device& device) {
  tuned_ = device.tune(last_request_);
  tuned_.conversion = last_request_.tuning.conversion;
}

void Attempt::serve(Device& device) {
  tune_to_last_request(device);
  start_reading(device);
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return stop_ || !reading_ || request_; });
    if (stop_ || !reading_) break;
    const TuningRequest request = *std::exchange(request_, std::nullopt);
    lock.unlock();
    guarded([&] { apply(device, request); });
    lock.lock();
    stop_ |= cause_ != Cause::None;
  }
  lock.unlock();
  stop_reading(device);
}

void Attempt::apply(Device& device, const TuningRequest& request) {
  const bool restarts = device.restarts(last_request_.tuning, request.tuning);
  last_request_ = request;
  if (restarts) stop_reading(device);
  feed_.moving();
  tune_to_last_request(device);
  if (restarts)
    start_reading(device);
  else
    feed_.settled(tuned_, device.unsettled_bytes_after_tune(), device.queue_bytes());
}

// The device outlives its reading: control() closes it when reading_ is false.
void Attempt::start_reading(Device& device) {
  feed_.begin(tuned_, device.unsettled_bytes());
  const std::scoped_lock lock(mutex_);
  reading_ = true;
  std::thread([self = shared_from_this(), &device] {
    pthread_setname_np(pthread_self(), "usb");
    self->read(device);
  }).detach();
}

void Attempt::read(Device& device) {
  guarded([&] { device.read([&](std::span<const std::byte> bytes) { feed_.take(bytes, device.lost_samples()); }); });
  {
    const std::scoped_lock lock(mutex_);
    reading_ = false;
  }
  changed_.notify_all();
}

void Attempt::stop_reading(Device& device) {
  std::unique_lock lock(mutex_);
  while (reading_) {
    device.cancel();
    changed_.wait_for(lock, std::chrono::milliseconds(20), [this] { return !reading_; });
  }
}

}  // namespace spectrumd
