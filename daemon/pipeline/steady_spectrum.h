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

// How a device fares, over all plans made for it. Any thread.
class DeviceHealth {
 public:
  bool set_trouble(std::string trouble);  // empty: it works. Returns whether that is news
  std::string trouble() const;

 private:
  mutable std::mutex mutex_;
  std::string trouble_;
};

// For a device that was not ready when others were measured: its first calls are, and it goes on only if a frame costs
// less than with what is there. The dsp thread notes, any thread asks.
class TrialAtWork {
 public:
  using Time = std::chrono::duration<double>;
  enum class State { Waiting, Won, Lost };

  explicit TrialAtWork(Time to_beat) : to_beat_(to_beat) {}
  void note(Time took, std::size_t frames);  // of a call
  State state() const { return state_; }
  Time frame() const { return Time(frame_); }  // the least so far

 private:
  const Time to_beat_;
  int calls_ = 0;
  std::atomic<double> frame_ = 0;
  std::atomic<State> state_ = State::Waiting;
};

// A spectrum on devices that may fail at any time. What a device does not do, the next one does in the same call, and
// the processor in the end; a device that failed is tried again later.
class SteadySpectrum final : public gpufft::Spectrum {
 public:
  struct Device {
    std::function<std::unique_ptr<gpufft::Spectrum>()> plan;  // throws gpufft::DeviceError
    std::shared_ptr<DeviceHealth> health;
    std::function<void(const std::string&)> report;       // what happened, for people; on the thread that uses this
    std::shared_ptr<TrialAtWork> trial = nullptr;         // absent: it is known to be worth it
    std::shared_ptr<gpufft::Spectrum> planned = nullptr;  // already, for the first time
  };
  struct Parts {
    std::vector<Device> devices;  // best first
    std::unique_ptr<gpufft::Spectrum> on_processor;
    std::chrono::milliseconds retry_after;
  };

  // The devices are planned now, so that a plan which can never be made is refused: throws gpufft::PlanError.
  explicit SteadySpectrum(Parts parts);

  void accumulate(std::span<const std::byte> iq, std::size_t frames, gpufft::PowerRow& row) override;
  void reset() override;
  gpufft::DeviceUse device_use() const override;

 private:
  using Clock = std::chrono::steady_clock;

  struct Station {
    Device device;
    std::shared_ptr<gpufft::Spectrum> spectrum;  // absent: in trouble, or out
    bool in_use = false;                         // the row before came from it
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
  gpufft::Spectrum* used_ = nullptr;  // for the row before
};

}  // namespace spectrumd
