// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "daemon/sources/iq_source.h"

namespace spectrumd {

// A device cannot be opened, or was lost: `cause` for programs, the text for the user.
struct DeviceError : SourceError {
  DeviceError(Cause why, const std::string& text) : SourceError(text), cause(why) {}
  Cause cause;
};

// One open radio. All calls are made by one thread, except read() and cancel(). Any call may block for long or never
// return; the caller must make sure that nothing else waits for it.
class Device {
 public:
  using Receive = std::function<void(std::span<const std::byte>)>;

  virtual ~Device() = default;  // leaves the device in a clean state

  virtual const std::string& description() const = 0;  // for display

  // Throws DeviceError. Not called while read() runs if the request requires a restart.
  virtual Tuned tune(const TuningRequest& request) = 0;

  // True if read() must be restarted to go from one tuning to the other.
  virtual bool restarts(const Tuning& from, const Tuning& to) const { return from.rate != to.rate; }

  // Passes samples to `receive` on the calling thread until cancel(). Throws DeviceError when the device is lost.
  virtual void read(const Receive& receive) = 0;
  virtual void cancel() noexcept = 0;  // any thread; also before read()

  // The gains that it has, lowest first; empty if any is possible. Valid once it is open, on any thread.
  virtual std::vector<Decibels> gain_steps() const { return {}; }

  virtual bool lost() const noexcept { return false; }  // any thread: the device is gone, read() will end soon

  // Total of samples lost, if the device can report it; nullopt: to be derived from the clock.
  virtual std::optional<std::uint64_t> lost_samples() const { return std::nullopt; }

  // How much of the data after the start may be older than the tuning.
  virtual std::size_t unsettled_bytes() const { return 0; }

  // The same after a tune() during read(), on a machine that is never late: data queued because this machine was late
  // is detected by the clock, and is at most `queue_bytes`.
  virtual std::size_t unsettled_bytes_after_tune() const { return unsettled_bytes(); }
  virtual std::size_t queue_bytes() const { return std::numeric_limits<std::size_t>::max(); }

  // Silence up to this long does not count as a stall.
  virtual std::chrono::milliseconds patience() const { return std::chrono::milliseconds(1000); }
};

// A kind of device, and which one to use.
struct DeviceKind {
  std::string kind;         // "rtlsdr"
  std::string description;  // until the device is open
  gpufft::SampleFormat format = gpufft::SampleFormat::Cu8;
  bool usb = false;                          // may appear when something is plugged in
  bool waits = false;                        // for any device: SourceState::Waiting without one
  std::function<void(const Tuning&)> check;  // throws TuningRefused
  std::function<std::unique_ptr<Device>(const TuningRequest&)> open;  // opens and tunes; throws DeviceError
};

}  // namespace spectrumd
