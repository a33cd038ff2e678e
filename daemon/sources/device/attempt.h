// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "daemon/sources/device/device.h"
#include "daemon/sources/device/feed.h"

namespace spectrumd {

// One attempt to use a device, from opening to closing, on two separate threads: one controls, one reads. A library may
// hang in any call; then the attempt is abandoned: nothing from it reaches the sink any more, and the resources of its
// threads are released when they return, if they do. Any thread; no function blocks on the device.
class Attempt : public std::enable_shared_from_this<Attempt> {
 public:
  struct Progress {
    bool reading = false;  // open and tuned
    bool lost = false, over = false;
    Cause cause = Cause::None;         // why it is lost or over; None if it was stopped
    std::string reason;                // likewise
    std::string description;           // of the device, once open
    std::vector<Decibels> gain_steps;  // likewise
    std::chrono::milliseconds patience{};
    Feed::Facts feed;
  };

  static std::shared_ptr<Attempt> begin(const DeviceKind& kind, TuningRequest request, std::uint64_t next_sample,
                                        IqSink& sink, Feed::Now now);
  ~Attempt() { --alive_; }
  Attempt(const Attempt&) = delete;
  Attempt& operator=(const Attempt&) = delete;

  // How many have not been destroyed, the abandoned ones included.
  static int alive() { return alive_; }

  void tune(TuningRequest request);  // newest wins
  void stop();                       // requests the end
  void abandon() { feed_.close(); }
  Progress progress() const;

 private:
  Attempt(const DeviceKind& kind, TuningRequest request, std::uint64_t next_sample, IqSink& sink, Feed::Now now);
  void control();
  void serve(Device& device);
  void read(Device& device);
  void start_reading(Device& device);
  void stop_reading(Device& device);
  void apply(Device& device, const TuningRequest& request);
  void tune_to_last_request(Device& device);
  void fail(Cause cause, const std::string& reason);
  template <class Work>
  void guarded(Work work);

  static inline std::atomic<int> alive_ = 0;

  const DeviceKind kind_;
  Feed feed_;
  Tuned tuned_;  // used by the control thread only, as is the next
  TuningRequest last_request_;

  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::optional<TuningRequest> request_;
  bool stop_ = false, reading_ = false, over_ = false;
  Cause cause_ = Cause::None;
  std::string reason_, description_;
  std::vector<Decibels> gain_steps_;
  Device* device_ = nullptr;  // while it is open
};

}  // namespace spectrumd
