// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "gpufft/spectrum.h"

namespace spectrumd {

// State of a device across all plans made for it. Any thread; nothing blocks.
class DeviceHealth {
 public:
  bool set_trouble(std::string trouble);  // empty: it works. Returns true if that is a change
  std::string trouble() const;

 private:
  mutable std::mutex mutex_;
  std::string trouble_;
};

// Trial of a device that was not ready when others were measured: its first calls are measured, and it stays in use
// only if a frame takes less time than on the alternative. The dsp thread calls note(), any thread the rest.
class TrialAtWork {
 public:
  using Time = std::chrono::duration<double>;
  enum class State { Waiting, Won, Lost };

  explicit TrialAtWork(Time to_beat) : to_beat_(to_beat) {}
  void note(Time took, std::size_t frames);  // for one call
  State state() const { return state_; }
  Time frame() const { return Time(frame_); }  // the shortest so far

 private:
  const Time to_beat_;
  int calls_ = 0;
  std::atomic<double> frame_ = 0;
  std::atomic<State> state_ = State::Waiting;
};

// A spectrum on devices that may fail at any time. If a device fails, the next one takes over within the same call,
// down to the processor; a failed device is retried later. One thread.
class SteadySpectrum final : public gpufft::Spectrum {
 public:
  using Clock = std::chrono::steady_clock;
  struct Device {
    std::function<std::unique_ptr<gpufft::Spectrum>()> plan;  // throws gpufft::DeviceError
    std::shared_ptr<DeviceHealth> health;
    std::function<void(const std::string&)> report;       // log text; called on the thread that uses this
    std::shared_ptr<TrialAtWork> trial = nullptr;         // absent: known to be fast enough
    std::shared_ptr<gpufft::Spectrum> planned = nullptr;  // already planned, for the first use
  };
  struct Parts {
    std::vector<Device> devices;  // best first
    std::unique_ptr<gpufft::Spectrum> on_processor;
    std::chrono::milliseconds retry_after;
    std::function<Clock::time_point()> now = Clock::now;
  };

  // Plans the devices now, so that a plan that can never work is refused: throws gpufft::PlanError.
  explicit SteadySpectrum(Parts parts);

  void accumulate(std::span<const std::byte> iq, std::size_t frames, gpufft::PowerRow& row) override;
  void reset() override;
  gpufft::DeviceUse device_use() const override;

 private:
  struct Station {
    Device device;
    std::shared_ptr<gpufft::Spectrum> spectrum;  // absent: failed, or rejected by its trial
    bool in_use = false;                         // it computed the last row
    Clock::time_point retry_at{};
  };

  bool ready(Station& station);
  void plan(Station& station);
  void note_trouble(Station& station, const std::string& reason);
  bool accumulate_on(Station& station, std::span<const std::byte> iq, std::size_t frames, gpufft::PowerRow& row);
  void note_cost(Station& station, Clock::duration took, std::size_t frames);
  void use(gpufft::Spectrum* spectrum);

  std::vector<Station> stations_;
  std::unique_ptr<gpufft::Spectrum> on_processor_;
  std::chrono::milliseconds retry_after_;
  std::function<Clock::time_point()> now_;
  gpufft::Spectrum* used_ = nullptr;  // for the last row
};

}  // namespace spectrumd
